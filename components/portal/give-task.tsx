// The form with which a practitioner assigns a task: its owner, its activity, its last day and what is said with it.
'use client'

import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { Waiting } from '#components/ui/http/waiting.tsx'
import { useLanguage, useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { dateText } from '#components/ui/time/dates.ts'
import type { PortalTaskChoices, PortalTaskWritten } from '#lib/api/portal.ts'
import { LONGEST_MESSAGE } from '#lib/api/portal-words.ts'
import { dayAfter } from './due-day.tsx'
import { NotDone } from './not-done.tsx'
import classes from './portal.module.css'
import { choicesQuery, TASK_CHANGES } from './portal-queries.ts'
import { portalTexts } from './texts.ts'

/** How long a task usually has, which the form begins with. */
const USUAL_DAYS = 7

interface GiveTaskProps {
  /** Bare id of the patient. */
  readonly patient: string
  /** The form is done with: the task is given, or is not to be. */
  readonly close: () => void
}

export function GiveTask({ patient, close }: GiveTaskProps) {
  const texts = useTexts(portalTexts)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const choices = useQuery(choicesQuery(patient))
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={layout.card} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {texts.giveTask}
      </h3>
      {choices.isPending ? (
        <Waiting label={texts.loading} height={140} bars={1} />
      ) : choices.isError ? (
        <LoadFailed error={choices.error} retry={() => choices.refetch()} />
      ) : (
        <Choices patient={patient} choices={choices.data} close={close} />
      )}
    </section>
  )
}

function Choices({ patient, choices, close }: GiveTaskProps & { readonly choices: PortalTaskChoices }) {
  const texts = useTexts(portalTexts)
  const language = useLanguage()
  const { key, people, activities } = choices
  const [owner, setOwner] = useState(people[0]?.reference ?? '')
  const [activity, setActivity] = useState(activities[0]?.reference ?? '')
  const [until, setUntil] = useState(() => dayAfter(USUAL_DAYS))
  const [message, setMessage] = useState('')
  const change = useChangeAt<PortalTaskWritten>(TASK_CHANGES)
  const description = activities.find(({ reference }) => reference === activity)?.description
  if (activities.length === 0) return <p className={layout.quiet}>{texts.noActivities}</p>
  return (
    <Form
      className={classes.form}
      send={() => {
        const said = message.trim()
        const body = {
          ...{ key, patient, owner, activity },
          ...(until === '' ? {} : { until }),
          ...(said === '' ? {} : { message: said }),
        }
        change.mutate({ path: 'tasks/give', body }, { onSuccess: close })
      }}
    >
      <NativeSelect
        label={texts.whoseTask}
        value={owner}
        data={people.map(({ reference, name, role, birthDate }) => ({
          value: reference,
          label: `${name} (${[texts.asRole[role], ...(birthDate ? [texts.born(dateText(birthDate, language, 'medium'))] : [])].join(', ')})`,
        }))}
        onChange={({ target }) => setOwner(target.value)}
      />
      <NativeSelect
        label={texts.activity}
        description={description}
        value={activity}
        data={activities.map(({ reference, title }) => ({ value: reference, label: title }))}
        onChange={({ target }) => setActivity(target.value)}
      />
      <TextField
        type="date"
        label={texts.untilOptional}
        min={dayAfter(0)}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <Textarea
        label={texts.messageOptional}
        description={texts.messageText}
        maxLength={LONGEST_MESSAGE}
        rows={3}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <div className={classes.ways}>
        <Button type="submit" loading={change.isPending}>
          {texts.give}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.close}
        </Button>
      </div>
      <NotDone error={change.error} />
    </Form>
  )
}
