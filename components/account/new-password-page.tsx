// Whoever has a link of an administrator chooses a new password. The secret is in the fragment of the address, which only this
// script reads, and which leaves the address at once.
'use client'

import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Form } from '#components/ui/form/form.tsx'
import { NewPasswordField } from '#components/ui/form/new-password-field.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { sendJson } from '#components/ui/http/send-json.ts'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import type { LinkOwner } from '#lib/api/own-account.ts'
import { BY_OWNER } from './account-queries.ts'
import { accountTexts } from './texts.ts'

export function NewPasswordPage() {
  const texts = useTexts(accountTexts)
  const [secret, setSecret] = useState<string>()
  useEffect(() => {
    const { hash, pathname } = window.location
    setSecret((known) => known ?? hash.slice(1))
    window.history.replaceState(null, '', pathname)
  }, [])
  return (
    <div className={layout.page}>
      <h1>{texts.newPasswordTitle}</h1>
      {secret === undefined && <LoadingPage />}
      {secret === '' && (
        <Alert color="red" title={texts.noLink}>
          {texts.noLinkText}
        </Alert>
      )}
      {secret && <LinkHolder secret={secret} />}
    </div>
  )
}

function LinkHolder({ secret }: { readonly secret: string }) {
  const texts = useTexts(accountTexts)
  const owner = useQuery({
    queryKey: ['link'],
    queryFn: () => sendJson<LinkOwner>('POST', '/account/api/link/owner', { secret }),
    refetchOnMount: false,
    retry: false,
  })
  const [password, setPassword] = useState('')
  const use = useChangeAt<unknown>(BY_OWNER)
  if (use.isSuccess)
    return (
      <section className={layout.card} role="status">
        <p>{texts.passwordSet}</p>
        <p>
          <a href="/account">{texts.toAccount}</a>
        </p>
      </section>
    )
  if (!owner.data) return owner.error ? <Outcome error={owner.error} /> : <Unloaded query={owner} />
  return (
    <Form className={layout.card} send={() => use.mutate({ path: 'link', body: { secret, password } })}>
      <p>{texts.newPasswordFor(owner.data.name, owner.data.username)}</p>
      <NewPasswordField
        username={owner.data.username}
        label={texts.next}
        description={texts.newPasswordHint}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div>
        <Button type="submit" loading={use.isPending}>
          {texts.setPassword}
        </Button>
      </div>
      <Outcome error={use.error} />
    </Form>
  )
}
