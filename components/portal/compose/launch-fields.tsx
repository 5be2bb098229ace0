// The person, task and app of a launch.
'use client'

import { Combobox } from '#components/ui/combobox/combobox.tsx'
import type { Suggestion } from '#components/ui/combobox/suggestions.ts'
import { Field } from '#components/ui/form/field.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import classes from './compose.module.css'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

export function LaunchFields({ options, form, change }: FormPartProps) {
  const texts = useTexts(composeTexts)
  const { apps, people, tasks } = options
  const patients = people.filter(({ reference }) => reference.startsWith('Patient/'))
  const definitions = [...new Set(tasks.flatMap(({ definition }) => definition ?? []))]
  return (
    <section className={layout.card} aria-labelledby="what">
      <h2 id="what">{texts.what}</h2>
      <Field label={texts.app}>
        {(ids) => (
          <select
            {...ids}
            className={classes.control}
            value={form.app}
            onChange={(event) => change({ app: event.target.value })}
          >
            {apps.map(({ clientId, name }) => (
              <option key={clientId} value={clientId}>
                {called(name, clientId)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Suggested
        label={texts.sub}
        hint={texts.subHint}
        value={form.sub}
        suggestions={people.map(({ reference, name }) => [reference, name])}
        onChange={(sub) => change({ sub })}
      />
      <Suggested
        label={texts.task}
        hint={texts.taskHint}
        value={form.resource}
        suggestions={tasks.map(({ reference, title }) => [reference, title])}
        onChange={(resource) => change({ resource })}
      />
      <Suggested
        label={texts.patient}
        hint={texts.patientHint}
        value={form.patient}
        suggestions={patients.map(({ reference, name }) => [reference, name])}
        onChange={(patient) => change({ patient })}
      />
      <Suggested
        label={texts.definition}
        hint={texts.definitionHint}
        value={form.definition}
        suggestions={definitions.map((definition) => [definition, ''])}
        onChange={(definition) => change({ definition })}
      />
      <Suggested
        label={texts.intent}
        value={form.intent}
        suggestions={['order', 'plan', 'proposal'].map((intent) => [intent, ''])}
        onChange={(intent) => change({ intent })}
      />
    </section>
  )
}

interface SuggestedProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly suggestions: readonly Suggestion[]
  readonly onChange: (value: string) => void
}

/** A text with suggestions: anything can be typed. */
function Suggested({ label, hint, value, suggestions, onChange }: SuggestedProps) {
  const texts = useTexts(composeTexts)
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(ids) => (
        <Combobox
          {...ids}
          label={texts.suggestions}
          className={classes.control}
          value={value}
          suggestions={suggestions}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
