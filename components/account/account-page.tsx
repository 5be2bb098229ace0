// The own account: who it is, the language, the password, and the sessions.
'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useChangeAt } from '#components/ui/http/use-change-at.ts'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { Fact } from '#components/ui/page/fact.tsx'
import layout from '#components/ui/page/page.module.css'
import { SessionList } from '#components/ui/session/session-list.tsx'
import { SignInCard } from '#components/ui/session/sign-in-card.tsx'
import { signOutHere } from '#components/ui/session/sign-out.ts'
import type { OwnAccount } from '#lib/api/own-account.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { BY_OWNER, meQuery } from './account-queries.ts'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { accountTexts } from './texts.ts'

/** `language` chooses the language. */
export function AccountPage({ language }: { readonly language: ReactNode }) {
  const texts = useTexts(accountTexts)
  const me = useQuery({ ...meQuery, refetchOnMount: false })
  if (!me.data) return <Unloaded query={me} />
  return (
    <div className={layout.page}>
      <h1>{texts.title}</h1>
      {me.data.signedIn ? (
        <Account me={me.data} language={language} />
      ) : (
        <>
          <p>{texts.signInText}</p>
          <SignInCard />
        </>
      )}
    </div>
  )
}

function Account({ me, language }: { readonly me: OwnAccount; readonly language: ReactNode }) {
  const texts = useTexts(accountTexts)
  const mayChange = !me.shared && me.provider === null && me.role !== null
  return (
    <>
      <div className={layout.pair}>
        <div className={layout.page}>
          <Who me={me} />
          {mayChange && <NameForm name={me.name ?? ''} />}
        </div>
        <div className={layout.page}>
          {mayChange && <PasswordForm username={me.username ?? ''} />}
          <section className={layout.card} aria-labelledby="language">
            <h2 id="language">{texts.language}</h2>
            <p className={layout.quiet}>{texts.languageText}</p>
            <div>{language}</div>
          </section>
        </div>
      </div>
      {me.shared && <p>{texts.shared}</p>}
      {me.provider !== null && <p>{texts.elsewhere(me.provider)}</p>}
      {me.provider === null && <Sessions me={me} />}
    </>
  )
}

function Who({ me: { name, username, role, record } }: { readonly me: OwnAccount }) {
  const texts = useTexts(accountTexts)
  const roles = useTexts(ROLE_NAMES)
  return (
    <section className={layout.card} aria-labelledby="who">
      <h2 id="who">{texts.who}</h2>
      <dl className={layout.facts}>
        <Fact label={texts.name}>{name}</Fact>
        <Fact label={texts.username}>{username}</Fact>
        <Fact label={texts.role}>{role ? roles[role] : texts.noAccount}</Fact>
        <Fact label={texts.record}>{record ? `${record.name} (${record.reference})` : texts.noRecord}</Fact>
      </dl>
    </section>
  )
}

function Sessions({ me: { sessions, here } }: { readonly me: OwnAccount }) {
  const texts = useTexts(accountTexts)
  const change = useChangeAt<unknown>(BY_OWNER)
  const others = sessions.flatMap(({ sid }) => (sid === here ? [] : sid))
  const end = ([sid, ...more]: readonly string[]): void => {
    if (sid !== undefined) change.mutate({ path: 'sessions/end', body: { sid } }, { onSuccess: () => end(more) })
  }
  return (
    <section className={layout.section} aria-labelledby="sessions">
      <div className={layout.head}>
        <h2 id="sessions">{texts.sessions}</h2>
        {others.length > 0 && (
          <Button variant="default" size="compact-sm" disabled={change.isPending} onClick={() => end(others)}>
            {texts.endOthers}
          </Button>
        )}
      </div>
      <p className={layout.quiet}>{texts.sessionsText}</p>
      <Outcome error={change.error} />
      <SessionList
        sessions={sessions}
        here={here}
        busy={change.isPending}
        end={(sid) => (sid === here ? void signOutHere('/account') : end([sid]))}
      />
    </section>
  )
}
