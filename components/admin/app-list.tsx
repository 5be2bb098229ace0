// The apps of the domain, each with its status and the button that changes it.
'use client'

import { Badge, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchText } from '#components/ui/address/use-address.ts'
import { AskButton } from '#components/ui/dialog/ask-button.tsx'
import { Outcome } from '#components/ui/form/outcome.tsx'
import { RefetchFailed } from '#components/ui/http/refetch-failed.tsx'
import { Unloaded } from '#components/ui/http/unloaded.tsx'
import { useTexts } from '#components/ui/i18n/language-context.tsx'
import { called } from '#components/ui/page/called.ts'
import layout from '#components/ui/page/page.module.css'
import { Cell, Row, RowHead } from '#components/ui/table/row.tsx'
import { ScrollingTable } from '#components/ui/table/scrolling-table.tsx'
import type { AdminApp } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { appsQuery } from './admin-queries.ts'
import { frameTexts } from './frame-texts.ts'
import { operationTexts } from './operation-texts.ts'
import { TestAssertion } from './test-assertion.tsx'
import { adminTexts } from './texts.ts'
import { type Operation, useOperations } from './use-operations.ts'

export function AppList() {
  const places = useTexts(frameTexts)
  const texts = useTexts(adminTexts)
  const apps = useQuery(appsQuery)
  const [text, find] = useSearchText()
  const operations = useOperations<AdminApp>()
  const search = (typed: string) => {
    operations.outcome.close()
    find(typed)
  }
  const { disable, enable, remove } = useAppOperations()
  if (!apps.data) return <Unloaded query={apps} />
  const found = apps.data.items.filter((app) =>
    isFound(text, [app.called, app.name, app.clientId, app.owner ?? '', texts.statuses[app.status]]),
  )
  return (
    <div className={layout.page}>
      <div className={layout.head}>
        <div>
          <h1>{places.apps}</h1>
          <p className={layout.quiet}>{texts.appsText}</p>
        </div>
        <Button component="a" href="/admin/apps/new">
          {texts.newApp}
        </Button>
      </div>
      <search className={classes.search}>
        <TextInput label={texts.findApp} type="search" value={text} onChange={({ target }) => search(target.value)} />
        <p aria-live="polite" className={layout.quiet}>
          {found.length === 0 ? texts.noApps : texts.appsFound(found.length)}
        </p>
      </search>
      <Outcome {...operations.outcome} />
      <RefetchFailed query={apps} />
      {found.length > 0 && (
        <ScrollingTable
          label={places.apps}
          heads={[texts.name, texts.clientId, texts.kind, texts.role, texts.owner, texts.status, '']}
          busy={operations.busy}
        >
          {found.map((app) => (
            <AppRow
              key={app.clientId}
              app={app}
              disable={() => operations.run(disable(app))}
              enable={() => operations.run(enable(app))}
              remove={() => operations.run(remove(app))}
            />
          ))}
        </ScrollingTable>
      )}
      <TestAssertion />
    </div>
  )
}

/** True when each typed word is in one of the texts, in any case. */
const isFound = (typed: string, texts: readonly string[]): boolean => {
  const [words, all] = [typed.toLowerCase().split(/\s+/), texts.map((text) => text.toLowerCase())]
  return words.every((word) => all.some((text) => text.includes(word)))
}

/** Disabling an app, and approving it: the one is undone by the other. Deleting it, which nothing undoes. */
function useAppOperations() {
  const texts = useTexts(operationTexts)
  const enable = ({ clientId, launchUrl, redirectUris, jwksUrl, jwks, logoutUri }: AdminApp): Operation<AdminApp> => ({
    path: `apps/${clientId}/status`,
    body: { status: 'approved', seen: { launchUrl, redirectUris, jwksUrl, jwks, logoutUri } },
    done: (app) => ({ text: texts.appEnabled(called(app.called, app.clientId)) }),
  })
  const disable = (app: AdminApp): Operation<AdminApp> => ({
    path: `apps/${app.clientId}/status`,
    body: { status: 'disabled' },
    done: ({ called: name, clientId }) => ({
      text: texts.appDisabled(called(name, clientId)),
      undo: { label: texts.enableAgain, operation: enable(app) },
    }),
  })
  const remove = ({ clientId, called: name }: AdminApp): Operation<AdminApp> => ({
    path: `apps/${clientId}/delete`,
    body: {},
    done: () => ({ text: texts.appDeleted(called(name, clientId)) }),
  })
  return { disable, enable, remove }
}

interface AppRowProps {
  readonly app: AdminApp
  readonly disable: () => void
  readonly enable: () => void
  readonly remove: () => void
}

function AppRow({ app, disable, enable, remove }: AppRowProps) {
  const texts = useTexts(adminTexts)
  const approved = app.status === 'approved'
  return (
    <Row>
      <RowHead>
        <a href={`/admin/apps/${app.clientId}`}>{app.called}</a>
      </RowHead>
      <Cell className={layout.mono}>{app.clientId}</Cell>
      <Cell>{texts.kinds[app.kind].split(':')[0]}</Cell>
      <Cell>{app.role ?? texts.none}</Cell>
      <Cell>{app.owner ?? texts.noOwner}</Cell>
      <Cell>
        <Badge color={approved ? 'teal' : 'red'}>{texts.statuses[app.status]}</Badge>
      </Cell>
      <Cell>
        <div className={layout.actions}>
          <Button
            component="a"
            href={`/traces?app=${encodeURIComponent(app.clientId)}`}
            size="compact-sm"
            variant="default"
            aria-label={texts.tracesOf(called(app.called, app.clientId))}
          >
            {texts.traces}
          </Button>
          {approved ? <Disable app={app} disable={disable} /> : <Enable app={app} enable={enable} />}
          {!approved && <Delete app={app} remove={remove} />}
        </div>
      </Cell>
    </Row>
  )
}

function Disable({ app: { clientId, called: name }, disable }: Pick<AppRowProps, 'app' | 'disable'>) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const own = asks.disableOwn[clientId]
  const app = called(name, clientId)
  const children = (
    <>
      {own && (
        <p>
          <strong>{own}</strong>
        </p>
      )}
      <p>{asks.disableText}</p>
    </>
  )
  return (
    <AskButton
      label={texts.disableApp(app)}
      question={{ title: asks.disableApp(app), children, confirm: asks.disable, dangerous: true }}
      onSure={disable}
    >
      {texts.disable}
    </AskButton>
  )
}

function Delete({ app: { clientId, called: name }, remove }: Pick<AppRowProps, 'app' | 'remove'>) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const app = called(name, clientId)
  const children = (
    <p>
      {asks.deleteAppText} {asks.noWayBack}
    </p>
  )
  return (
    <AskButton
      label={texts.deleteApp(app)}
      question={{ title: asks.deleteApp(app), children, confirm: asks.deleteAppYes, dangerous: true }}
      onSure={remove}
    >
      {texts.delete}
    </AskButton>
  )
}

/** A disabled app is enabled again; a pending or rejected one is approved. */
function Enable({ app: { clientId, status, called: name }, enable }: Pick<AppRowProps, 'app' | 'enable'>) {
  const texts = useTexts(adminTexts)
  const again = status === 'disabled'
  const app = called(name, clientId)
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={again ? texts.enableApp(app) : texts.approveApp(app)}
      onClick={enable}
    >
      {again ? texts.enable : texts.approve}
    </Button>
  )
}
