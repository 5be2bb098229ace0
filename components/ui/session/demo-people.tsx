// The people of the demo, as buttons: one click signs in as one of them.
'use client'

import { RoleBadge } from '#components/ui/fhir/role-badge.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import classes from './demo-people.module.css'
import { useSignIn } from './sign-in-button.tsx'
import { sessionTexts } from './texts.ts'

interface DemoPeopleProps {
  /** Empty outside of the demo: then nothing is shown. */
  readonly people: readonly { readonly name: string; readonly username: string; readonly role: string }[]
  readonly title: string
  /** What signing in as somebody gives on this page. */
  readonly text?: string
  /** The path to return to; by default the current page with its query. */
  readonly backTo?: string
}

export function DemoPeople({ people, title, text, backTo }: DemoPeopleProps) {
  const texts = useTexts(sessionTexts)
  const { state, leave } = useSignIn({ backTo })
  if (people.length === 0) return null
  return (
    <section className={layout.card} aria-labelledby="demo-people">
      <h2 id="demo-people">{title}</h2>
      {text && <p className={layout.quiet}>{text}</p>}
      <ul className={classes.people}>
        {people.map(({ name, username, role }) => (
          <li key={username}>
            <button
              type="button"
              className={classes.person}
              aria-label={texts.signInAs(name)}
              disabled={state === 'leaving'}
              onClick={() => leave(username)}
            >
              <span>{name}</span>
              <RoleBadge role={role} />
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className={layout.quiet}>
        {state === 'failed' && texts.signInFailed}
      </p>
    </section>
  )
}
