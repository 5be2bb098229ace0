// The apps of the domain, each with its status and the button that changes it.
'use client'

import { Button, TextInput } from '@mantine/core'
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
import { AppOperations, AppStatus } from './app-operations.tsx'
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
            <AppRow key={app.clientId} app={app} run={operations.run} />
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

interface AppRowProps {
  readonly app: AdminApp
  readonly run: (operation: Operation<AdminApp>) => void
}

function AppRow({ app, run }: AppRowProps) {
  const texts = useTexts(adminTexts)
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
        <AppStatus status={app.status} />
      </Cell>
      <Cell>
        <div className={layout.actions}>
          <AppOperations app={app} run={run} />
          {app.status !== 'approved' && <Delete app={app} run={run} />}
        </div>
      </Cell>
    </Row>
  )
}

/** Nothing undoes it. */
function Delete({ app: { clientId, called: name }, run }: AppRowProps) {
  const texts = useTexts(adminTexts)
  const asks = useTexts(operationTexts)
  const app = called(name, clientId)
  const remove: Operation<AdminApp> = {
    path: `apps/${clientId}/delete`,
    body: {},
    done: () => ({ text: asks.appDeleted(app) }),
  }
  const children = (
    <p>
      {asks.deleteAppText} {asks.noWayBack}
    </p>
  )
  return (
    <AskButton
      removes
      label={texts.deleteApp(app)}
      question={{ title: asks.deleteApp(app), children, confirm: asks.deleteAppYes, dangerous: true }}
      onSure={() => run(remove)}
    >
      {texts.delete}
    </AskButton>
  )
}
