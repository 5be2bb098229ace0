// react-query for the pages that read JSON: one client per visit, which starts with the prefetched answers.
'use client'

import { useDidUpdate } from '@mantine/hooks'
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import { LEFT_TO_SCRIPT } from '#lib/http/left-to-script.ts'
import { isRefusal } from './get-json.ts'

const FRESH_MS = 30_000 // Going back to a recently shown list should not load it again.
const MOST_RETRIES = 2

const retry = (failures: number, error: Error) => failures < MOST_RETRIES && !isRefusal(error)

/**
 * Also without a network: a request that waits silently for one would tell nothing to the person who pressed a button.
 */
const ASKS_AT_ONCE = { networkMode: 'always' } as const

/** Throws for what did not come with the page: the query then asks for it, as after a failed prefetch. */
function prefetched(data: unknown): unknown {
  if (data === LEFT_TO_SCRIPT) throw new Error('It did not come with the page')
  return data
}

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry, refetchOnWindowFocus: false, refetchOnReconnect: true, ...ASKS_AT_ONCE },
      mutations: ASKS_AT_ONCE,
      // A failed prefetch is retried at once.
      hydrate: { deserializeData: prefetched, queries: { retryDelay: 0 } },
    },
  })

interface QueryProviderProps {
  /** The prefetched queries, answered or pending. */
  readonly state?: DehydratedState
  readonly children: ReactNode
}

export function QueryProvider({ state, children }: QueryProviderProps) {
  const [client] = useState(newClient)
  return (
    <QueryClientProvider client={client}>
      <InPageLanguage />
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}

/** Much of what the server answers is in the language of the page: after a change of it, everything is asked anew. */
function InPageLanguage() {
  const client = useQueryClient()
  useDidUpdate(() => {
    client.invalidateQueries()
  }, [useLanguage()])
  return null
}
