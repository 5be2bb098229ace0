// What the pages of traces read from /traces/api, and how the list follows what happens.
import { queryOptions } from '@tanstack/react-query'
import { getJson } from '#components/http/get-json.ts'
import type { TraceDetail, TraceList, TraceSummary } from '#lib/api/traces.ts'
import type { Filters } from './filter-names.ts'

/** Seconds that a request for changes waits. */
const WAIT_S = 20
const UNDER_WAY_MS = 2000

export const queryText = (filters: Filters, more: Readonly<Record<string, string>> = {}): string => {
  const given = Object.entries({ ...filters, ...more }).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

export const readTraces = (filters: Filters, more?: Readonly<Record<string, string>>, signal?: AbortSignal) =>
  getJson<TraceList>(`/traces/api${queryText(filters, more)}`, signal)

/** Waits until something has changed after a change, or until the time is up. */
export const awaitChanges = (filters: Filters, change: number, signal: AbortSignal) =>
  readTraces(filters, { after: String(change), wait: String(WAIT_S) }, signal)

/** A list with what has changed since: each trace once, newest first. */
export const merged = (items: readonly TraceSummary[], changed: readonly TraceSummary[]): readonly TraceSummary[] =>
  [...changed, ...items.filter(({ id }) => !changed.some((one) => one.id === id))].sort(
    (a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1),
  )

export const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['trace', id],
    queryFn: ({ signal }) => getJson<TraceDetail>(`/traces/api/${encodeURIComponent(id)}`, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.outcome === 'under_way' ? UNDER_WAY_MS : false),
  })
