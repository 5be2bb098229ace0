// The receiving app's page: nothing open, a launch that stopped, or a task.
'use client'

import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { QueryProvider } from '#components/http/query-provider.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { FailedLaunch } from './failed-launch.tsx'
import { sessionQuery } from './launch-queries.ts'
import { NoLaunch } from './no-launch.tsx'
import { OpenLaunch } from './open-launch.tsx'

export function LaunchApp() {
  return (
    <QueryProvider>
      <App />
    </QueryProvider>
  )
}

function App() {
  const session = useQuery(sessionQuery)
  if (session.isPending) return <LoadingPage />
  if (session.isError) return <LoadFailed error={session.error} retry={() => session.refetch()} />
  switch (session.data.status) {
    case 'open':
      return <OpenLaunch session={session.data} />
    case 'failed':
      return <FailedLaunch session={session.data} />
    case 'none':
      return <NoLaunch />
  }
}
