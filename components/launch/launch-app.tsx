// The page of a demo app: no launch, a failed launch, or an open task.
'use client'

import { useMounted, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '#components/ui/http/load-failed.tsx'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import type { DemoAppName } from '#lib/launch/demo-paths.ts'
import { AppProvider } from './app-context.tsx'
import { Face } from './face.tsx'
import { FailedLaunch } from './failed-launch.tsx'
import { sessionQuery } from './launch-queries.ts'
import { NoLaunch } from './no-launch.tsx'
import { OpenLaunch } from './open-launch.tsx'

/** How often the page looks whether the session goes on, while it is in view. */
const LOOK_EVERY_MS = 4000

interface LaunchAppProps {
  readonly app: DemoAppName
  /** The launch that the address names. */
  readonly id: string | undefined
  /** In the demo people are invented, and a developer sees everything that the app may read. */
  readonly isDemo: boolean
}

export const LaunchApp = ({ app, ...page }: LaunchAppProps) => (
  <AppProvider app={app}>
    <Launch {...page} />
  </AppProvider>
)

const hasFailed = (session: LaunchSession | undefined): boolean => session?.status === 'failed'

function Launch({ id, isDemo }: Omit<LaunchAppProps, 'app'>) {
  // Asked for again now and then, and when the tab comes back into view: the person may have signed out meanwhile. The reason of a
  // failed launch, which shows nothing of a record, stays where it is read: the next launch of the browser ends its session.
  const session = useQuery({
    ...sessionQuery(id),
    refetchOnMount: false,
    refetchOnWindowFocus: ({ state }) => (hasFailed(state.data) ? false : 'always'),
    refetchInterval: ({ state }) => (hasFailed(state.data) ? false : LOOK_EVERY_MS),
  })
  // A window beside another one was in view all the time: react-query looks at that alone.
  useWindowEvent('focus', () => void (hasFailed(session.data) || session.refetch({ cancelRefetch: false })))
  // Times are shown by the clock of the viewer, which the server does not know.
  if (!useMounted() || session.isPending)
    return (
      <Face isDemo={isDemo}>
        <LoadingPage />
      </Face>
    )
  // Later failures leave the page as it is: answers on it are not sent yet.
  if (session.isLoadingError)
    return (
      <Face isDemo={isDemo}>
        <LoadFailed error={session.error} retry={() => session.refetch()} />
      </Face>
    )
  switch (session.data.status) {
    case 'open':
      return <OpenLaunch session={session.data} isDemo={isDemo} />
    case 'failed':
      return <FailedLaunch session={session.data} isDemo={isDemo} />
    case 'none':
      return <NoLaunch ended={id !== undefined} isDemo={isDemo} />
  }
}
