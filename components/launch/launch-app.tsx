// The demo app's page: no launch, a failed launch, or an open task.
'use client'

import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { toldWithPage } from '#components/http/told-with-page.ts'
import { useComingReads } from '#components/http/use-coming-reads.ts'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import type { ComingRead } from '#lib/api/told-read.ts'
import { FailedLaunch } from './failed-launch.tsx'
import { comingQuery, sessionQuery } from './launch-queries.ts'
import { NoLaunch } from './no-launch.tsx'
import { OpenLaunch } from './open-launch.tsx'

interface LaunchAppProps {
  /** The launch that the address names. */
  readonly id: string | undefined
  /** As the page came with it; undefined where it did not. */
  readonly session: LaunchSession | undefined
  /** Reads that stream in with the page, by path. */
  readonly reads: Readonly<Record<string, ComingRead>>
}

export function LaunchApp(props: LaunchAppProps) {
  return (
    <QueryProvider>
      <App {...props} />
    </QueryProvider>
  )
}

function App({ id, session: told, reads }: LaunchAppProps) {
  useComingReads(Object.entries(reads).map(([path, coming]) => comingQuery(path, coming)))
  const session = useQuery({ ...sessionQuery(id), ...toldWithPage(told) })
  // Times are shown by the clock of the viewer, which the server does not know.
  if (!useMounted() || session.isPending) return <LoadingPage />
  if (session.isError) return <LoadFailed error={session.error} retry={() => session.refetch()} />
  switch (session.data.status) {
    case 'open':
      return <OpenLaunch session={session.data} />
    case 'failed':
      return <FailedLaunch session={session.data} />
    case 'none':
      return <NoLaunch ended={id !== undefined} />
  }
}
