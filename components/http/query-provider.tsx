// react-query for the pages that read JSON: one client per visit, which begins with the answers that came with the page.
'use client'

import { type DehydratedState, HydrationBoundary, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isRefusal } from './get-json.ts'

const FRESH_MS = 30_000 // Going back to a list just seen should not load it again.
const MOST_RETRIES = 2

const retry = (failures: number, error: Error) => failures < MOST_RETRIES && !isRefusal(error)

/** Without a network as well: a request that waits for one in silence would say nothing to whoever pressed a button. */
const ASKS_AT_ONCE = { networkMode: 'always' } as const

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry, refetchOnWindowFocus: false, refetchOnReconnect: true, ...ASKS_AT_ONCE },
      mutations: ASKS_AT_ONCE,
      // What was to come with the page and did not is asked for at once.
      hydrate: { queries: { retryDelay: 0 } },
    },
  })

interface QueryProviderProps {
  /** The queries that come with the page, answered or on their way. */
  readonly state?: DehydratedState
  readonly children: ReactNode
}

export function QueryProvider({ state, children }: QueryProviderProps) {
  const [client] = useState(newClient)
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}
