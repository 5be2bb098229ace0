// Shown instead of missing data: that it is loading, or why loading failed.
'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { LoadingPage } from '#components/ui/page/loading-page.tsx'
import { LoadFailed } from './load-failed.tsx'

export function Unloaded({ query }: { readonly query: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  return query.error ? <LoadFailed error={query.error} retry={() => query.refetch()} /> : <LoadingPage />
}
