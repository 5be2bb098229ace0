// Signed in, but nobody in the domain carries the user name.
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import { SignInAsOther } from '#components/session/sign-in-as-other.tsx'
import { SignOutButton } from '#components/session/sign-out-button.tsx'
import { composeTexts } from '#components/texts/compose.ts'
import { portalTexts } from '#components/texts/portal.ts'
import classes from './portal.module.css'

export function UnknownPerson() {
  const texts = useTexts(portalTexts)
  const compose = useTexts(composeTexts)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{texts.unknownPerson}</h1>
        <p>{texts.unknownPersonText}</p>
        <p>
          <a href="/admin">{texts.toConsole}</a>
        </p>
        <p>
          <a href="/portal/compose">{compose.toCompose}</a>
        </p>
      </div>
      <div className={classes.ways}>
        <SignInAsOther backTo="/portal" />
        <SignOutButton backTo="/portal" />
      </div>
    </div>
  )
}
