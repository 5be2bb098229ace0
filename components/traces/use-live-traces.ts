// The list of traces, updated by a stream of changes.
'use client'

import { useDocumentVisibility } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { isRefusal } from '#components/ui/http/get-json.ts'
import { useLanguage } from '#components/ui/i18n/language-context.tsx'
import type { TraceSummary } from '#lib/api/traces.ts'
import type { Filters } from './filter-names.ts'
import { followTraces, merged, queryText, readTraces } from './trace-queries.ts'

export interface LiveTraces {
  /** The traces for these filters; the earlier ones when they could not be loaded again. */
  readonly items: readonly TraceSummary[] | undefined
  /** What stopped traces, by the name of the check: what it asks. */
  readonly stops: ReadonlyMap<string, string>
  readonly next: string | undefined
  /** Why the list could not be loaded or refreshed. */
  readonly error: Error | undefined
  /** True while changes are being followed. */
  readonly connected: boolean
  readonly more: () => void
  readonly retry: () => void
}

interface Page {
  /** The filters that it was read by. */
  readonly key: string
  readonly items: readonly TraceSummary[]
  readonly stops: readonly (readonly [string, string])[]
  readonly next?: string | undefined
}

/** The delay before a list is loaded again whose stream was lost. */
const RETRY_MS = 5000

export function useLiveTraces(filters: Filters): LiveTraces {
  const [page, setPage] = useState<Page>()
  const [error, setError] = useState<Error>()
  const [connected, setConnected] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const key = queryText(filters)
  const language = useLanguage() // The server names apps and tasks, and says what checks expect.
  const visible = useDocumentVisibility() !== 'hidden' // A browser allows few connections per site, so a hidden tab uses none.

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the filters as a value, `attempt` asks again, and so does `language`
  useEffect(() => {
    if (!visible) return
    const leaving = new AbortController()
    const retry = () => setAttempt((count) => count + 1)
    let stop = () => {}
    let waiting: ReturnType<typeof setTimeout> | undefined
    readTraces(filters, {}, leaving.signal)
      .then(({ items, stops = [], next, change }) => {
        setError(undefined)
        setPage({ key, items, stops: stops.map(({ check, rule }) => [check, rule]), next })
        stop = followTraces(filters, change, {
          connected: setConnected,
          news: ({ items: changed, gone }) =>
            setPage((now) => now && { ...now, items: merged(now.items, changed, gone) }),
          lost: (told) => {
            stop()
            if (told) retry()
            else waiting = setTimeout(retry, RETRY_MS)
          },
        })
      })
      .catch((cause: Error) => {
        if (leaving.signal.aborted) return
        setError(cause)
        if (isRefusal(cause)) return
        setConnected(false)
        waiting = setTimeout(retry, RETRY_MS)
      })
    return () => {
      leaving.abort()
      clearTimeout(waiting)
      stop()
    }
  }, [key, attempt, visible, language])

  const next = page?.next
  const more = useCallback(() => {
    if (next === undefined) return
    readTraces(filters, { before: next }).then(
      (older) => setPage((now) => now && { ...now, items: merged(now.items, older.items), next: older.next }),
      () => setConnected(false),
    )
  }, [filters, next])
  const items = error && page?.key !== key ? undefined : page?.items
  const news = (page?.items ?? []).flatMap(({ failed, failedRule = '' }) =>
    failed ? [[failed, failedRule] as const] : [],
  )
  const stops = new Map([...(page?.stops ?? []), ...news])
  return { items, stops, next, error, connected, more, retry: () => setAttempt((count) => count + 1) }
}
