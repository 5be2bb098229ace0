// The person, task and app of a launch: each code with its name below it, and folded what follows from the task.
'use client'

import { NativeSelect } from '@mantine/core'
import { Combobox } from '#components/ui/combobox/combobox.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import { tasksOfApp } from '#lib/launch/tasks-of-app.ts'
import classes from './compose.module.css'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

export function LaunchFields({ options, form, change }: FormPartProps) {
  const texts = useTexts(composeTexts)
  const { apps, people, tasks } = options
  const patients = people.filter(({ reference }) => reference.startsWith('Patient/'))
  const definitions = [...new Set(tasks.flatMap(({ definition }) => definition ?? []))]
  const intents = new Map(Object.entries(texts.intents))
  const nameOf = (wanted: string) => people.find(({ reference }) => reference === wanted)?.name
  return (
    <section className={layout.card} aria-labelledby="what">
      <h2 id="what">{texts.what}</h2>
      <NativeSelect
        label={texts.app}
        value={form.app}
        data={apps.map(({ clientId, name }) => ({ value: clientId, label: called(name, clientId) }))}
        onChange={({ target }) => change({ app: target.value })}
      />
      <Combobox
        list={texts.suggestions}
        label={texts.sub}
        description={nameOf(form.sub) ?? texts.subHint}
        value={form.sub}
        suggestions={people.map(({ reference, name }) => [reference, name])}
        onChange={(sub) => change({ sub })}
      />
      <Combobox
        list={texts.suggestions}
        label={texts.task}
        description={tasks.find(({ reference }) => reference === form.resource)?.title ?? texts.taskHint}
        value={form.resource}
        suggestions={tasksOfApp(tasks, form.app).map(({ reference, title }) => [reference, title])}
        onChange={(resource) => change({ resource })}
      />
      <details className={classes.follows}>
        <summary>{texts.follows}</summary>
        <Combobox
          list={texts.suggestions}
          label={texts.patient}
          description={nameOf(form.patient) ?? texts.patientHint}
          value={form.patient}
          suggestions={patients.map(({ reference, name }) => [reference, name])}
          onChange={(patient) => change({ patient })}
        />
        <Combobox
          list={texts.suggestions}
          label={texts.definition}
          description={texts.definitionHint}
          value={form.definition}
          suggestions={definitions.map((definition) => [definition, ''])}
          onChange={(definition) => change({ definition })}
        />
        <Combobox
          list={texts.suggestions}
          label={texts.intent}
          value={form.intent}
          description={intents.get(form.intent) ?? texts.intentHint}
          suggestions={[...intents]}
          onChange={(intent) => change({ intent })}
        />
      </details>
    </section>
  )
}
