// Answers that are on their way with the page.
'use client'

import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ComingRead } from '#lib/api/told-read.ts'

export interface ComingQuery<Data, Key extends QueryKey> {
  readonly coming: ComingRead
  /** What waits for it, and asks where nothing came. */
  readonly query: FetchQueryOptions<Data, Error, Data, Key>
}

/** A page that is gone back to hands out the same answers again, which are old by then. */
const taken = new WeakSet<ComingRead>()

/**
 * Starts the queries that wait for what is on its way with the page, once: whoever uses one of them asks for nothing.
 * To be called before they are used: earlier in the same component, or in one above those that are mounted later.
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
