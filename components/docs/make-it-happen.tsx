// The launches that go wrong on purpose and are refused by one check: as a command, and filled in in the composer.
import type { Language } from '#lib/i18n/language.ts'
import { FAILURE_NAMES, FAILURES, type FailureName } from '#lib/launch/failures.ts'
import { type ComposeForm, formToFragment } from '../portal/compose/compose-state.ts'
import { CodeBlock } from './code-block.tsx'
import classes from './docs.module.css'
import type { DocsTexts } from './texts.ts'

interface MakeItHappenProps {
  readonly check: string
  readonly demo: boolean
  readonly texts: DocsTexts
  readonly language: Language
}

export function MakeItHappen({ check, demo, texts, language }: MakeItHappenProps) {
  const names = FAILURE_NAMES.filter((name) => FAILURES[name].check === check)
  if (names.length === 0) return null
  return (
    <section className={classes.section}>
      <h2>{texts.makeIt}</h2>
      {names.map((name) => (
        <div key={name} className={classes.section}>
          <p>{FAILURES[name].text[language].breaks}</p>
          <CodeBlock text={commandOf(name, demo)} />
          {demo && FAILURES[name].madeBy !== 'login' && (
            <p>
              <a href={`/portal/compose#${formToFragment(demoForm(name))}`}>{texts.inComposer}</a>
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

/** The command that makes a failure, and succeeds when exactly the expected check refuses. */
export const commandOf = (name: FailureName, demo: boolean): string =>
  `./bin/slipway launch --app ${demo ? 'demo-app' : 'CLIENT_ID'} --as ${demo ? DEMO.sub : 'Patient/ID'} --task ${
    demo ? DEMO.resource : 'Task/ID'
  } --fail ${name} --expect`

/** The launch of the demo's first task by its patient. */
const DEMO = { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' } as const

const demoForm = (fail: FailureName): ComposeForm => ({
  ...DEMO,
  app: 'demo-app',
  patient: '',
  definition: 'ActivityDefinition/sleep-diary',
  intent: 'order',
  extra: [],
  without: [],
  delivery: 'shof',
  fail,
})
