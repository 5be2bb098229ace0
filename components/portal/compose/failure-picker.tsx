// The choice of a failure on purpose, with the check that must refuse it.
'use client'

import { NativeSelect } from '@mantine/core'
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
      <NativeSelect
        aria-labelledby="failure"
        value={form.fail}
        data={makeable(app).map((name) => ({
          value: name,
          label: name ? FAILURES[name].text[language].title : texts.noFailure,
        }))}
        onChange={({ target }) => change({ fail: target.value as typeof form.fail })}
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
