// react-query for the pages that read JSON: one client per visit.
'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { HttpError } from './get-json.ts'

const FRESH_MS = 30_000 // Going back to a list just seen should not load it again.
const MOST_RETRIES = 2

/** A refusal stays a refusal; only a fault of the server or the network is worth another try. */
const retry = (failures: number, error: Error) =>
  failures < MOST_RETRIES && !(error instanceof HttpError && error.status < 500)

export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: FRESH_MS, retry, refetchOnWindowFocus: false } } }),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
