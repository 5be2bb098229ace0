// What is in the place of a page whose person is no longer the one who is signed in.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { SignInButton } from '#components/ui/session/sign-in-button.tsx'
import { sessionTexts } from '#components/ui/session/texts.ts'

interface ClosedPageProps {
  /** Whose page it is. */
  readonly former: string
  /** Who is signed in now; null for nobody. */
  readonly name: string | null
}

export function ClosedPage({ former, name }: ClosedPageProps) {
  const texts = useTexts(sessionTexts)
  return (
    <section role="alert" className={layout.card}>
      <h1>{name === null ? texts.nobodyNow : texts.otherPerson(name)}</h1>
      <p>{name === null ? texts.nobodyNowText(former) : texts.otherPersonText(former)}</p>
      {name === null ? (
        <SignInButton>{texts.signIn}</SignInButton>
      ) : (
        <div>
          <Button onClick={() => window.location.reload()}>{texts.goOnAs(name)}</Button>
        </div>
      )}
    </section>
  )
}
