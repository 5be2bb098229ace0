// The portal of a domain in which it is not an approved app: it belongs to the demo.
'use client'

import { HttpError } from '#components/http/get-json.ts'
import { useTexts } from '#components/i18n/language-context.tsx'
import classes from './portal.module.css'
import { portalTexts } from './texts.ts'

/** True for the answer of a portal that the authorization server does not let in. */
export const isNotInUse = (error: Error | null): boolean =>
  error instanceof HttpError && (error.body as { readonly error?: unknown } | undefined)?.error === 'not_in_use'

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
