// The form that changes the own password.
'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { NewPasswordField } from '#components/ui/form/new-password-field.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useForm } from '#components/ui/form/use-form.ts'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { BY_OWNER } from './account-queries.ts'
import { accountTexts } from './texts.ts'

const EMPTY = { present: '', next: '' }

export function PasswordForm({ username }: { readonly username: string }) {
  const texts = useTexts(accountTexts)
  const { form, set, bind } = useForm(EMPTY)
  const [done, setDone] = useState(false)
  const change = useChangeAt<unknown>(BY_OWNER)
  const send = () => {
    setDone(false)
    change.mutate(
      { path: 'password', body: form },
      {
        onSuccess: () => {
          set(EMPTY)
          setDone(true)
        },
      },
    )
  }
  return (
    <Form className={layout.card} aria-labelledby="password" send={send}>
      <h2 id="password">{texts.password}</h2>
      <TextField label={texts.present} type="password" autoComplete="current-password" {...bind('present')} required />
      <NewPasswordField username={username} label={texts.next} description={texts.nextHint} {...bind('next')} />
      <div>
        <Button type="submit" loading={change.isPending}>
          {texts.change}
        </Button>
      </div>
      <Outcome error={change.error} done={done && texts.changed} />
    </Form>
  )
}
