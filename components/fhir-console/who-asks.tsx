// For a visitor whom nobody knows: to sign in, or in the demo to act as somebody, so as to use the token of a client of the domain.
'use client'

import { Button } from '@mantine/core'
import { useTexts } from '#components/i18n/language-context.tsx'
import layout from '#components/page/page.module.css'
import { BackTo } from '#components/session/back-to.tsx'
import { SignInCard } from '#components/session/sign-in-card.tsx'
import type { FhirConsoleMe } from '#lib/api/fhir-console.ts'
import { fhirConsoleTexts } from './texts.ts'

export function WhoAsks({ people }: { readonly people: FhirConsoleMe['demoPeople'] }) {
  const texts = useTexts(fhirConsoleTexts)
  if (people.length === 0) return <SignInCard />
  return (
    <section className={layout.card} aria-labelledby="who-asks">
      <h2 id="who-asks">{texts.actAs}</h2>
      <p>{texts.actAsText}</p>
      <div className={layout.actions}>
        {people.map(({ reference, name }) => (
          <form key={reference} method="post" action="/portal/act-as">
            <input type="hidden" name="person" value={reference} />
            <BackTo page="fhir-console" />
            <Button type="submit" variant="default" size="sm">
              {texts.actAsPerson(name)}
            </Button>
          </form>
        ))}
      </div>
    </section>
  )
}
