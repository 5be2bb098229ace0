// The portal for an account whose user name no person in the domain has: links to the pages that are for such accounts.
'use client'

import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { consolePlaceOf, useAccount } from '#components/session/account-context.tsx'
import { SignInAsOther } from '#components/session/sign-in-as-other.tsx'
import { CONSOLE_PLACES } from '#components/shell/navigation.tsx'
import { shellTexts } from '../shell/texts.ts'
import classes from './portal.module.css'
import { portalTexts } from './texts.ts'
import { queryTo, usePortalPlace } from './use-portal-place.ts'

/** `demo`: in the demo every visitor composes launches, elsewhere administrators alone. */
export function UnknownPerson({ demo }: { readonly demo: boolean }) {
  const texts = useTexts(portalTexts)
  const compose = useTexts(portalTexts)
  const shell = useTexts(shellTexts)
  const consolePlace = consolePlaceOf(useAccount())
  const [place] = usePortalPlace()
  return (
    <div className={layout.page}>
      <div className={classes.head}>
        <h1>{texts.unknownPerson}</h1>
        <p>{texts.unknownPersonText}</p>
        {consolePlace && (
          <p>
            <a href={CONSOLE_PLACES[consolePlace]}>{shell[consolePlace]}</a>
          </p>
        )}
        {(demo || consolePlace === 'console') && (
          <p>
            <a href="/portal/compose">{compose.toCompose}</a>
          </p>
        )}
      </div>
      <SignInAsOther backTo={`/portal${queryTo(place)}`} />
    </div>
  )
}
