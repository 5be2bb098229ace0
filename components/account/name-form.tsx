// The form that changes the name of the own account.
'use client'

import { Button } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Form, TextField } from '#components/ui/form/form.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import layout from '#components/ui/page/page.module.css'
import { LONGEST_NAME } from '#lib/api/admin-words.ts'
import { BY_OWNER } from './account-queries.ts'
import { accountTexts } from './texts.ts'

export function NameForm({ name: current }: { readonly name: string }) {
  const texts = useTexts(accountTexts)
  const router = useRouter()
  const [name, setName] = useState(current)
  const change = useChangeAt<unknown>(BY_OWNER)
  return (
    <Form
      className={layout.card}
      aria-labelledby="rename"
      // The header has the name, too.
      send={() => change.mutate({ path: 'name', body: { name } }, { onSuccess: () => router.refresh() })}
    >
      <h2 id="rename">{texts.rename}</h2>
      <TextField
        label={texts.name}
        description={texts.renameHint}
        autoComplete="name"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          change.reset()
        }}
        required
      />
      <div>
        <Button type="submit" loading={change.isPending} disabled={name.trim() === current}>
          {texts.renameSend}
        </Button>
      </div>
      <Outcome error={change.error} done={change.isSuccess && texts.renameDone} />
    </Form>
  )
}
