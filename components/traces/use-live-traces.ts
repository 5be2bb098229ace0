// The list of traces, kept up to date by waiting for changes.
'use client'

import { useCallback, useEffect, useState } from 'react'
import type { TraceSummary } from '#lib/api/traces.ts'
import type { Filters } from './filter-names.ts'
import { awaitChanges, merged, queryText, readTraces } from './trace-queries.ts'

export interface LiveTraces {
  readonly items: readonly TraceSummary[] | undefined
  readonly next: string | undefined
  /** Why the first page could not be read. */
  readonly error: Error | undefined
  /** Whether changes are being followed at this moment. */
  readonly connected: boolean
  readonly more: () => void
  readonly retry: () => void
}

interface Page {
  readonly items: readonly TraceSummary[]
  readonly next?: string | undefined
}

const RECONNECT_MS = 3000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export function useLiveTraces(filters: Filters): LiveTraces {
  const [page, setPage] = useState<Page>()
  const [error, setError] = useState<Error>()
  const [connected, setConnected] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const key = queryText(filters)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the filters as a value, `attempt` asks again
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const follow = async (from: number) => {
      for (let change = from; !signal.aborted; ) {
        try {
          const news = await awaitChanges(filters, change, signal)
          change = news.change
          setConnected(true)
          if (news.items.length > 0) setPage((now) => now && { ...now, items: merged(now.items, news.items) })
        } catch {
          if (signal.aborted) return
          setConnected(false)
          await pause(RECONNECT_MS)
        }
      }
    }
    readTraces(filters, {}, signal)
      .then(({ items, next, change }) => {
        setError(undefined)
        setPage({ items, next })
        return follow(change)
      })
      .catch((cause: Error) => {
        if (!signal.aborted) setError(cause)
      })
    return () => leaving.abort()
  }, [key, attempt])

  const next = page?.next
  const more = useCallback(() => {
    if (next === undefined) return
    readTraces(filters, { before: next }).then(
      (older) => setPage((now) => now && { items: merged(now.items, older.items), next: older.next }),
      () => setConnected(false),
    )
  }, [filters, next])
  return { items: page?.items, next, error, connected, more, retry: () => setAttempt((count) => count + 1) }
}
