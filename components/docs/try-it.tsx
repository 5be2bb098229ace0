// Tries an operation of the API from its page: the fields of its address, who asks, and the answer.
'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { TokenField } from '#components/ui/form/token-field.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import classes from './docs.module.css'
import { requestOf, type Sender, type Trial, type Unsendable } from './trial.ts'
import { TrialAnswer, type Tried } from './trial-answer.tsx'
import { tryTexts } from './try-texts.ts'

/** Folded, and made when it is opened: a page has dozens of them. */
export function TryIt({ trial }: { readonly trial: Trial }) {
  const texts = useTexts(tryTexts)
  const [opened, setOpened] = useState(false)
  return (
    <details
      className={`${layout.more} ${classes.trial}`}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{texts.tryIt}</summary>
      {opened && <TrialForm trial={trial} />}
    </details>
  )
}

function TrialForm({ trial }: { readonly trial: Trial }) {
  const texts = useTexts(tryTexts)
  const [values, setValues] = useState(() =>
    Object.fromEntries(trial.fields.map(({ name, example }) => [name, example])),
  )
  const [sender, setSender] = useState<Sender>(trial.senders[0] ?? 'nobody')
  const [token, setToken] = useState('')
  const { sending, tried, wrong, send } = useTrial(trial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ values, sender, token })
  }
  return (
    <div className={classes.trialForm}>
      <form className={classes.trialForm} onSubmit={submit}>
        {trial.fields.length > 0 && (
          <div className={classes.trialForm} lang="en">
            {trial.fields.map(({ name, description }) => (
              <TextInput
                key={name}
                label={name}
                description={description}
                value={values[name] ?? ''}
                onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              />
            ))}
          </div>
        )}
        {trial.senders.length > 1 && (
          <NativeSelect
            label={texts.sender}
            value={sender}
            data={trial.senders.map((one) => ({ value: one, label: texts.senders[one] }))}
            onChange={({ target }) => setSender(target.value as Sender)}
          />
        )}
        {sender === 'token' && (
          <TokenField label={texts.token} description={texts.tokenHint} value={token} change={setToken} />
        )}
        <div>
          <Button type="submit" size="sm" loading={sending}>
            {texts.send}
          </Button>
        </div>
        <p role="alert" className={layout.bad}>
          {wrong && (wrong.wrong === 'token' ? texts.wrongToken : texts.wrongValue(wrong.name))}
        </p>
      </form>
      <div aria-live="polite">{tried && <TrialAnswer tried={tried} />}</div>
    </div>
  )
}

/** Sends the request from this browser, one at a time. */
function useTrial(trial: Trial) {
  const [sending, setSending] = useState(false)
  const [tried, setTried] = useState<Tried>()
  const [wrong, setWrong] = useState<Unsendable>()
  const send = async (filled: Parameters<typeof requestOf>[1]) => {
    const request = requestOf(trial, filled)
    setTried(undefined)
    setWrong('wrong' in request ? request : undefined)
    if ('wrong' in request) return
    setSending(true)
    const begun = performance.now()
    try {
      const response = await fetch(request.path, request.init)
      const body = await response.text()
      const ms = Math.round(performance.now() - begun)
      setTried({
        path: request.path,
        sender: filled.sender,
        status: response.status,
        headers: [...response.headers],
        body,
        ms,
      })
    } catch {
      setTried({ path: request.path, status: undefined })
    } finally {
      setSending(false)
    }
  }
  return { sending, tried, wrong, send: (filled: Parameters<typeof requestOf>[1]) => void send(filled) }
}
