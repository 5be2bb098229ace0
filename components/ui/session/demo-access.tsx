// The log-ins of the demo that have access to a page, for a visitor who has not.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { demoLoginTexts } from './demo-login-texts.ts'
import { type DemoLogin, DemoLogins } from './demo-logins.tsx'
import { sessionTexts } from './texts.ts'

interface DemoAccessProps {
  /** Empty outside of the demo: then nothing is shown. */
  readonly logins: readonly DemoLogin[]
}

export function DemoAccess({ logins }: DemoAccessProps) {
  const texts = useTexts(sessionTexts)
  const ofLogins = useTexts(demoLoginTexts)
  if (logins.length === 0) return null
  return (
    <section className={layout.section} aria-labelledby="demo-access">
      <h2 id="demo-access">{texts.demoAccess}</h2>
      <DemoLogins logins={logins} texts={ofLogins} />
    </section>
  )
}
