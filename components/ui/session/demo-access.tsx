// The people of the demo who have access to a page, for a visitor who has not: one click signs in as one of them.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import type { DemoLogin } from './demo-logins.tsx'
import { DemoPeople } from './demo-people.tsx'
import { sessionTexts } from './texts.ts'

interface DemoAccessProps {
  /** Empty outside of the demo: then nothing is shown. */
  readonly logins: readonly DemoLogin[]
}

export function DemoAccess({ logins }: DemoAccessProps) {
  const texts = useTexts(sessionTexts)
  return <DemoPeople people={logins} title={texts.demoAccess} />
}
