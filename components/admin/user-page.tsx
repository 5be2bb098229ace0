// The page of one account: its last sign-in, its sessions, its lock, a link for a new password, its record and its apps.
'use client'

import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CopyText } from '#components/ui/copy/copy-text.tsx'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { HttpError } from '#components/ui/http/get-json.ts'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import { Fact } from '#components/ui/page/fact.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import layout from '#components/ui/page/page.module.css'
import { SessionList } from '#components/ui/session/session-list.tsx'
import { signOutHere } from '#components/ui/session/sign-out.ts'
import { Moment, SentenceWithMoments } from '#components/ui/time/moment.tsx'
import type { AdminUserPage, PasswordLink } from '#lib/api/admin.ts'
import { ROLE_NAMES } from '#lib/i18n/role-names.ts'
import { meQuery, userQuery } from './admin-queries.ts'
import { useChange } from './use-change.ts'
import { type Operation, useOperations } from './use-operations.ts'
import { UserOperations } from './user-operations.tsx'
import { Record } from './user-record.tsx'
import { userTexts } from './user-texts.ts'

export function UserPage({ id }: { readonly id: string }) {
  const texts = useTexts(userTexts)
  const user = useQuery(userQuery(id))
  const operations = useOperations()
  if (user.isPending) return <LoadingPage />
  if (user.error instanceof HttpError && user.error.status === 404) return <NoSuchUser operations={operations} />
  if (user.isLoadingError) return <LoadFailed error={user.error} retry={() => user.refetch()} />
  return (
    <div className={layout.page}>
      <div>
        <h1>{user.data.name}</h1>
        <a href="/admin/users">{texts.toUsers}</a>
      </div>
      <div className={layout.pair}>
        <Account user={user.data} operations={operations} />
        {!user.data.record && <Record user={user.data} />}
        <div className={layout.page}>
          {user.data.provider === null && !user.data.locked && <NewPassword user={user.data} />}
          <Apps user={user.data} />
        </div>
      </div>
      {user.data.provider === null && <Sessions user={user.data} />}
    </div>
  )
}

interface PartProps {
  readonly user: AdminUserPage
}

interface OperatedProps {
  readonly operations: ReturnType<typeof useOperations>
}

/** Also once it is deleted here, with what was done. */
function NoSuchUser({ operations }: OperatedProps) {
  const texts = useTexts(userTexts)
  return (
    <div className={layout.card}>
      <Outcome {...operations.outcome} />
      <h1>{texts.noSuchUser}</h1>
      <p>
        <a href="/admin/users">{texts.toUsers}</a>
      </p>
    </div>
  )
}

function Account({ user, operations }: PartProps & OperatedProps) {
  const texts = useTexts(userTexts)
  const roles = useTexts(ROLE_NAMES)
  const me = useQuery({ ...meQuery, enabled: false }) // The frame around the page has asked.
  const { username, role, createdAt, lastLoginAt, lockedAt, record, provider } = user
  return (
    <section className={layout.card} aria-labelledby="account">
      <h2 id="account">{texts.account}</h2>
      <dl className={layout.facts}>
        <Fact label={texts.username}>{username}</Fact>
        <Fact label={texts.role}>{roles[role]}</Fact>
        <Fact label={texts.status}>
          {lockedAt ? <SentenceWithMoments sentence={texts.lockedSince} at={[lockedAt]} /> : texts.open}
        </Fact>
        <Fact label={texts.lastLogin}>{lastLoginAt ? <Moment at={lastLoginAt} /> : texts.never}</Fact>
        <Fact label={texts.created}>
          <Moment at={createdAt} />
        </Fact>
        <Fact label={texts.record}>
          {record ? <a href={`/browse/${record.reference}`}>{record.name}</a> : texts.noRecord}
        </Fact>
      </dl>
      {provider !== null && <p className={layout.quiet}>{texts.elsewhere(provider)}</p>}
      {me.data?.username === username ? (
        <p className={layout.quiet}>{texts.own}</p>
      ) : (
        <div className={layout.actions}>
          <Lock user={user} run={operations.run} busy={operations.busy} />
          <UserOperations user={user} run={operations.run} />
        </div>
      )}
      <Outcome {...operations.outcome} />
    </section>
  )
}

interface LockProps extends PartProps {
  readonly run: (operation: Operation<unknown>) => void
  readonly busy: boolean
}

function Lock({ user: { id, name, username, locked }, run, busy }: LockProps) {
  const texts = useTexts(userTexts)
  const who = called(name, username)
  const unlock: Operation<unknown> = {
    path: `users/${id}/unlock`,
    body: {},
    done: () => ({ text: texts.unlocked(who) }),
  }
  if (locked)
    return (
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => run(unlock)}>
        {texts.unlock}
      </Button>
    )
  const lock: Operation<unknown> = {
    path: `users/${id}/lock`,
    body: {},
    done: () => ({ text: texts.locked(who) }),
  }
  const children = <p>{texts.lockText}</p>
  return (
    <AskButton
      question={{ title: texts.lockQuestion(who), children, confirm: texts.lockYes, dangerous: true }}
      onSure={() => run(lock)}
    >
      {texts.lock}
    </AskButton>
  )
}

/** The link is in the answer alone: when the page is left, it is gone. */
function NewPassword({ user: { id, linkUntil } }: PartProps) {
  const texts = useTexts(userTexts)
  const make = useChange<PasswordLink>()
  return (
    <section className={layout.card} aria-labelledby="password">
      <h2 id="password">{texts.password}</h2>
      <p className={layout.quiet}>{texts.passwordText}</p>
      {linkUntil && !make.data && (
        <p>
          <SentenceWithMoments sentence={texts.linkUntil} at={[linkUntil]} />
        </p>
      )}
      <div>
        <Button
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate({ path: `users/${id}/password-link`, body: {} })}
        >
          {texts.makeLink}
        </Button>
      </div>
      <div role="status">
        {make.data && (
          <Alert color="teal">
            <p>{texts.linkMade}</p>
            <CopyText value={make.data.url} label={texts.link} />
          </Alert>
        )}
      </div>
      <Outcome error={make.error} />
    </section>
  )
}

function Sessions({ user: { id, here, sessions } }: PartProps) {
  const texts = useTexts(userTexts)
  const { run, busy, outcome } = useOperations<{ readonly ended: number }>()
  const end = (sid: string | null) =>
    run({
      path: `users/${id}/sign-out`,
      body: { sid },
      done: ({ ended }) => ({ text: sid === null ? texts.endedAll(ended) : texts.ended }),
    })
  return (
    <section className={layout.section} aria-labelledby="sessions">
      <div className={layout.head}>
        <h2 id="sessions">{texts.sessions}</h2>
        {sessions.length > 0 && (
          <Button variant="default" size="compact-sm" disabled={busy} onClick={() => end(null)}>
            {texts.endAll}
          </Button>
        )}
      </div>
      <Outcome {...outcome} />
      <SessionList
        sessions={sessions}
        here={here}
        busy={busy}
        end={(sid) => (sid === here ? void signOutHere('/admin') : end(sid))}
      />
    </section>
  )
}

/** Most accounts have none, and nothing is said of those. */
function Apps({ user: { apps } }: PartProps) {
  const texts = useTexts(userTexts)
  if (apps.length === 0) return null
  return (
    <section className={layout.card} aria-labelledby="apps">
      <h2 id="apps">{texts.apps}</h2>
      <ul>
        {apps.map(({ clientId, name }) => (
          <li key={clientId}>
            <a href={`/admin/apps/${clientId}`}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
