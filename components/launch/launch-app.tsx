// The demo app's page: no launch, a failed launch, or an open task.
'use client'

import { useMounted } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import { FailedLaunch } from './failed-launch.tsx'
import { sessionQuery } from './launch-queries.ts'
import { NoLaunch } from './no-launch.tsx'
import { OpenLaunch } from './open-launch.tsx'

interface LaunchAppProps {
  /** The launch that the address names. */
  readonly id: string | undefined
  /**
   * In the demo it lists everything that the app may read, and what to try next; elsewhere not everybody may see that.
   */
  readonly isDemo: boolean
}

export function LaunchApp({ id, isDemo }: LaunchAppProps) {
  // Asked for again when the tab comes back into view: the person may have signed out meanwhile.
  const session = useQuery({ ...sessionQuery(id), refetchOnMount: false, refetchOnWindowFocus: 'always' })
  // Times are shown by the clock of the viewer, which the server does not know.
  if (!useMounted() || session.isPending) return <LoadingPage />
  // Later failures leave the page as it is: answers on it are not sent yet.
  if (session.isLoadingError) return <LoadFailed error={session.error} retry={() => session.refetch()} />
  switch (session.data.status) {
    case 'open':
      return <OpenLaunch session={session.data} isDemo={isDemo} />
    case 'failed':
      return <FailedLaunch session={session.data} />
    case 'none':
      return <NoLaunch ended={id !== undefined} />
  }
}
