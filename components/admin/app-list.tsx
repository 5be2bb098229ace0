// The apps of the domain, each with its status and the button that changes it.
'use client'

import { Badge, Button, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { useTexts } from '#components/i18n/language-context.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { ScrollingTable } from '#components/table/scrolling-table.tsx'
import { adminTexts } from '#components/texts/admin.ts'
import type { AdminApp } from '#lib/api/admin.ts'
import classes from './admin.module.css'
import { appsQuery } from './admin-queries.ts'
import { Outcome } from './outcome.tsx'
import { TestAssertion } from './test-assertion.tsx'
import { useChange } from './use-change.ts'

export function AppList() {
  const texts = useTexts(adminTexts)
  const apps = useQuery(appsQuery)
  const change = useChange()
  if (apps.isPending) return <LoadingPage />
  if (apps.isError) return <LoadFailed error={apps.error} retry={() => apps.refetch()} />
  const setStatus = ({ clientId }: AdminApp, status: 'approved' | 'disabled') =>
    change.mutate({ path: `apps/${clientId}/status`, body: { status } })
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>{texts.apps}</h1>
        <Button component="a" href="/admin/apps/new">
          {texts.newApp}
        </Button>
      </div>
      <p className={classes.quiet}>{texts.appsText}</p>
      <Outcome change={change} />
      <ScrollingTable label={texts.apps} busy={change.isPending}>
        <TableThead>
          <TableTr>
            {[texts.name, texts.clientId, texts.kind, texts.role, texts.status].map((head) => (
              <TableTh key={head} scope="col">
                {head}
              </TableTh>
            ))}
            <TableTd />
          </TableTr>
        </TableThead>
        <TableTbody>
          {apps.data.items.map((app) => (
            <AppRow key={app.clientId} app={app} setStatus={(status) => setStatus(app, status)} />
          ))}
        </TableTbody>
      </ScrollingTable>
      <TestAssertion />
    </div>
  )
}

interface AppRowProps {
  readonly app: AdminApp
  readonly setStatus: (status: 'approved' | 'disabled') => void
}

function AppRow({ app, setStatus }: AppRowProps) {
  const texts = useTexts(adminTexts)
  const approved = app.status === 'approved'
  return (
    <TableTr>
      <TableTh scope="row">
        <a href={`/admin/apps/${app.clientId}`}>{app.name}</a>
      </TableTh>
      <TableTd className={classes.kid}>{app.clientId}</TableTd>
      <TableTd>{texts.kinds[app.kind].split(':')[0]}</TableTd>
      <TableTd>{app.role ?? texts.none}</TableTd>
      <TableTd>
        <Badge className={classes.badge} variant="light" color={approved ? 'teal' : 'red'} tt="none">
          {texts.statuses[app.status]}
        </Badge>
      </TableTd>
      <TableTd>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={approved ? texts.disableApp(app.name) : texts.approveApp(app.name)}
          onClick={() => setStatus(approved ? 'disabled' : 'approved')}
        >
          {approved ? texts.disable : texts.approve}
        </Button>
      </TableTd>
    </TableTr>
  )
}
