// The portal of a domain in which it is not an approved app: it belongs to the demo.
'use client'

import { useTexts } from '#components/ui/i18n/language-context.tsx'
import classes from './portal.module.css'
import { portalTexts } from './texts.ts'

export function NotInUse() {
  const texts = useTexts(portalTexts)
  return (
    <div className={classes.head}>
      <h1>{texts.notInUse}</h1>
      <p>{texts.notInUseText}</p>
      <p>
        <a href="/docs/how-to/connect-your-portal">{texts.connectPortal}</a>
      </p>
    </div>
  )
}
