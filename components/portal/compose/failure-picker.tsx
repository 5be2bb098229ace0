// The choice of a failure on purpose, with the check that must refuse it.
'use client'

import { ChoiceField } from '#components/ui/form/field.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { FAILURE_NAMES, FAILURES } from '#lib/launch/failures.ts'
import classes from './compose.module.css'
import { makeable } from './compose-state.ts'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

export function FailurePicker({ options, form, change }: FormPartProps) {
  const texts = useTexts(composeTexts)
  const language = useLanguage()
  const app = options.apps.find(({ clientId }) => clientId === form.app)
  const chosen = form.fail ? FAILURES[form.fail] : undefined
  const byCli = FAILURE_NAMES.filter((name) => FAILURES[name].madeBy === 'login')
  return (
    <section className={layout.card} aria-labelledby="failure">
      <h2 id="failure">{texts.failure}</h2>
      <ChoiceField
        label={texts.failure}
        labelledBy="failure"
        value={form.fail}
        options={makeable(app).map(
          (name) => [name, name ? FAILURES[name].text[language].title : texts.noFailure] as const,
        )}
        onChange={(fail) => change({ fail })}
      />
      <div aria-live="polite" className={classes.said}>
        {chosen && (
          <p>
            {chosen.text[language].breaks} {texts.leadsTo} <a href={`/docs/errors/${chosen.check}`}>{chosen.check}</a>.
          </p>
        )}
      </div>
      {!app?.simulates && <p className={layout.quiet}>{texts.appOnly}</p>}
      <details className={layout.more}>
        <summary>{texts.cliOnly}</summary>
        <p className={layout.quiet}>
          {texts.cliOnlyText(byCli.map((name) => FAILURES[name].text[language].title).join(', '))}
        </p>
      </details>
    </section>
  )
}
