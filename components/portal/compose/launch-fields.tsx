// The person, task and app of a launch: each name with its reference below it, and folded what follows from the task.
'use client'

import { NativeSelect } from '@mantine/core'
import { Combobox } from '#components/ui/combobox/combobox.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import { tasksOfApp } from '#lib/launch/tasks-of-app.ts'
import { queryTo } from '../portal-place.ts'
import classes from './compose.module.css'
import { type ComposeForm, hasNoOpenTask } from './compose-state.ts'
import type { FormPartProps } from './form-part.ts'
import { composeTexts } from './texts.ts'

interface LaunchFieldsProps extends FormPartProps {
  readonly me: string | undefined
}

export function LaunchFields({ options, form, change, me }: LaunchFieldsProps) {
  const texts = useTexts(composeTexts)
  const { apps, people, tasks } = options
  const nameOf = (wanted: string) => people.find(({ reference }) => reference === wanted)?.name
  const appName = apps.find(({ clientId }) => clientId === form.app)?.name ?? form.app
  const titles = new Map(tasks.map(({ reference, title, ended }) => [reference, ended ? texts.ended(title) : title]))
  return (
    <>
      <NativeSelect
        label={texts.app}
        value={form.app}
        data={apps.map(({ clientId, name, ofOther }) => ({
          value: clientId,
          label: ofOther ? texts.ofOther(called(name, clientId)) : called(name, clientId),
        }))}
        onChange={({ target }) => change({ app: target.value })}
      />
      <Combobox
        list={texts.suggestions}
        label={texts.sub}
        named
        description={nameOf(form.sub) === undefined ? texts.subHint : form.sub}
        value={form.sub}
        suggestions={people.map(({ reference, name }) => [reference, name])}
        onChange={(sub) => change({ sub })}
      />
      <Combobox
        list={texts.suggestions}
        label={texts.task}
        named
        description={titles.has(form.resource) ? form.resource : texts.taskHint}
        value={form.resource}
        suggestions={tasksOfApp(tasks, form.app).map(({ reference, title }) => [
          reference,
          titles.get(reference) ?? title,
        ])}
        onChange={(resource) => change({ resource })}
      />
      <div aria-live="polite" className={classes.said}>
        {hasNoOpenTask(form, options) && (
          <p className={classes.note}>
            {texts.noOpenTask(nameOf(form.sub) ?? form.sub, appName)} <a href={wayToTask(form, me)}>{texts.makeTask}</a>
          </p>
        )}
      </div>
      <Follows {...{ options, form, change }} />
    </>
  )
}

/** What follows from the task, folded. */
function Follows({ options: { people, tasks }, form, change }: FormPartProps) {
  const texts = useTexts(composeTexts)
  const patients = people.filter(({ reference }) => reference.startsWith('Patient/'))
  const definitions = new Map(
    tasks.flatMap(({ definition, activity = '' }) => (definition ? [[definition, activity] as const] : [])),
  )
  const intents = new Map(Object.entries(texts.intents))
  return (
    <details className={classes.fold}>
      <summary>{texts.follows}</summary>
      <Combobox
        list={texts.suggestions}
        label={texts.patient}
        named
        description={patients.some(({ reference }) => reference === form.patient) ? form.patient : texts.patientHint}
        value={form.patient}
        suggestions={patients.map(({ reference, name }) => [reference, name])}
        onChange={(patient) => change({ patient })}
      />
      <Combobox
        list={texts.suggestions}
        label={texts.definition}
        named
        description={definitions.get(form.definition) ? form.definition : texts.definitionHint}
        value={form.definition}
        suggestions={[...definitions]}
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
  )
}

/** Where a new task is made: a practitioner gives it to the patient; others find theirs at the portal, which in the demo gives one. */
const wayToTask = ({ sub }: ComposeForm, me: string | undefined): string =>
  me?.startsWith('Practitioner/') && sub.startsWith('Patient/')
    ? `/portal${queryTo({ patient: sub.slice('Patient/'.length) })}`
    : '/portal'
