// The difference between two statuses that look the same, below a list that has both.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import type { PortalTask } from '#lib/api/portal.ts'
import { portalTexts } from './texts.ts'

export function StatusMeanings({ of }: { readonly of: readonly Pick<PortalTask, 'status'>[] }) {
  const texts = useTexts(portalTexts)
  const isThere = (status: string) => of.some((task) => task.status === status)
  return isThere('requested') && isThere('ready') && <p className={layout.quiet}>{texts.requestedOrReady}</p>
}
