// The demo app's page: no launch, a failed launch, or an open task.
'use client'

import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/http/load-failed.tsx'
import { LoadingPage } from '#components/shell/loading-page.tsx'
import { FailedLaunch } from './failed-launch.tsx'
import { sessionQuery } from './launch-queries.ts'
import { NoLaunch } from './no-launch.tsx'
import { OpenLaunch } from './open-launch.tsx'

interface LaunchAppProps {
  /** The launch that the address names. */
  readonly id: string | undefined
  /** Whether it lists all that the app may read: in the demo. */
  readonly showsEverything: boolean
}

export function LaunchApp({ id, showsEverything }: LaunchAppProps) {
  const session = useQuery({ ...sessionQuery(id), refetchOnMount: false })
  // Times are shown by the clock of the viewer, which the server does not know.
  if (!useMounted() || session.isPending) return <LoadingPage />
  if (session.isError) return <LoadFailed error={session.error} retry={() => session.refetch()} />
  switch (session.data.status) {
    case 'open':
      return <OpenLaunch session={session.data} showsEverything={showsEverything} />
    case 'failed':
      return <FailedLaunch session={session.data} />
    case 'none':
      return <NoLaunch ended={id !== undefined} />
  }
}
