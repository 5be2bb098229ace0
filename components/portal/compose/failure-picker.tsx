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
  return (
    <div className={classes.failure}>
      <NativeSelect
        label={texts.failure}
        value={form.fail}
        data={makeable(app).map((name) => ({
          value: name,
          label: name ? FAILURES[name].text[language].title : texts.noFailure,
        }))}
        onChange={({ target }) => change({ fail: target.value as typeof form.fail })}
      />
      <div aria-live="polite" className={classes.said}>
        {chosen && (
          <p className={layout.hint}>
            {chosen.text[language].breaks} {texts.leadsTo} <a href={`/docs/errors/${chosen.check}`}>{chosen.check}</a>.
            {form.fail === 'wrong-user' && ` ${texts.asAnother}`}
          </p>
        )}
      </div>
    </div>
  )
}

/** Failures for which another program has to play a part. */
export function OtherFailures({ options, form }: Pick<FormPartProps, 'options' | 'form'>) {
  const texts = useTexts(composeTexts)
  const language = useLanguage()
  const byCli = FAILURE_NAMES.filter((name) => FAILURES[name].madeBy === 'login')
  const simulates = options.apps.find(({ clientId }) => clientId === form.app)?.simulates === true
  return (
    <details className={classes.fold}>
      <summary>{texts.moreFailures}</summary>
      <p className={layout.hint}>
        {texts.cliOnlyText(byCli.map((name) => FAILURES[name].text[language].title).join(', '))}
      </p>
      {!simulates && <p className={layout.hint}>{texts.appOnly}</p>}
    </details>
  )
}
