// In the demo a patient without an open task gets a new one.
'use client'

import { Button } from '@mantine/core'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { PortalTaskWritten } from '#lib/api/portal.ts'
import { NotDone } from './not-done.tsx'
import { TASK_CHANGES } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

/** What asks for it, as a change of TASK_CHANGES. */
export const FRESH = { path: 'tasks/fresh', body: {} } as const

/** The button that makes it. */
export function FreshTask() {
  const texts = useTexts(portalTexts)
  const { mutate, isPending, error } = useChangeAt<PortalTaskWritten>(TASK_CHANGES)
  return (
    <>
      <div>
        <Button loading={isPending} onClick={() => mutate(FRESH)}>
          {texts.freshTask}
        </Button>
      </div>
      <NotDone error={error} />
    </>
  )
}
