// Queries whose data streams in with the page.
'use client'

import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ComingRead } from '#lib/api/told-read.ts'

export interface ComingQuery<Data, Key extends QueryKey> {
  readonly coming: ComingRead
  /** The query that receives the data, and fetches it when none streamed in. */
  readonly query: FetchQueryOptions<Data, Error, Data, Key>
}

/** After Back, a page hands out the same answers again, which are stale by then. */
const taken = new WeakSet<ComingRead>()

/**
 * Starts the queries that receive streamed data, once, so that their users do not fetch. Call it before they are used: earlier in
 * the same component, or in one above those that are mounted later.
 */
export function useComingReads<Data, Key extends QueryKey>(reads: readonly ComingQuery<Data, Key>[]): void {
  const client = useQueryClient()
  useEffect(() => {
    for (const { coming, query } of reads) {
      if (taken.has(coming)) continue
      taken.add(coming)
      client.prefetchQuery(query)
    }
  })
}
