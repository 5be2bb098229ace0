// The people of the demo, as buttons: a visitor acts as one of them. Real forms, which work without script.
'use client'

import type { ComponentProps } from 'react'
import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { roleOf } from '#lib/fhir/person-role.ts'
import classes from './act-as.module.css'
import { BackTo } from './back-to.tsx'
import { sessionTexts } from './texts.ts'

interface ActAsProps extends ComponentProps<typeof BackTo> {
  /** Empty outside of the demo: then nothing is shown. `reference` is Type/id. */
  readonly people: readonly { readonly reference: string; readonly name: string }[]
  readonly title: string
  /** What acting as somebody means on this page. */
  readonly text: string
}

export function ActAs({ people, title, text, ...back }: ActAsProps) {
  const texts = useTexts(sessionTexts)
  if (people.length === 0) return null
  return (
    <section className={layout.card} aria-labelledby="act-as">
      <h2 id="act-as">{title}</h2>
      <p className={layout.quiet}>{text}</p>
      <ul className={classes.people}>
        {people.map(({ reference, name }) => (
          <li key={reference}>
            <form method="post" action="/portal/act-as">
              <input type="hidden" name="person" value={reference} />
              <BackTo {...back} />
              <button type="submit" className={classes.person} aria-label={texts.actAsPerson(name)}>
                <span>{name}</span>
                <RoleBadge role={roleOf(reference) ?? ''} />
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
