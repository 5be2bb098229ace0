// Queries of the pages of traces, by /traces/api, and the stream that updates the list.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '#components/ui/address/query.ts'
import { getJson } from '#components/ui/http/get-json.ts'
import type { TraceDetail, TraceKnown, TraceList, TraceNews, TraceSummary } from '#lib/api/traces.ts'
import type { Language } from '#lib/i18n/language.ts'
import { rowsOf } from '#lib/trace-view/folded.ts'
import type { Filters } from './filter-names.ts'

const UNDER_WAY_MS = 2000

export const queryText = (filters: Filters, more: Readonly<Record<string, string>> = {}): string =>
  queryOf({ ...filters, ...more })

/** True when what back ends read is folded: whoever looks for an id wants each. */
export const foldsReads = ({ text }: Filters): boolean => text === undefined

/** A page of which reads leave fewer rows is filled up with the traces before it: launches are not behind them. */
const FEWEST_ROWS = 10
/** Traces that are asked for then at a time, and how often: an app may have read all day. */
const MANY = '200'
const MOST_LOOKS = 5

/** A page of the list. */
export async function readTraces(
  filters: Filters,
  more?: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<TraceList> {
  const read = (query?: Readonly<Record<string, string>>) =>
    getJson<TraceList>(`/traces/api${queryText(filters, query)}`, signal)
  let page = await read(more)
  for (let looks = 0; looks < MOST_LOOKS && foldsReads(filters); looks += 1) {
    if (page.next === undefined || rowsOf(page.items).length >= FEWEST_ROWS) break
    const { items, ...older } = await read({ before: page.next, limit: MANY })
    const { next: _read, ...newer } = page
    page = { ...older, ...newer, items: [...page.items, ...items] }
  }
  return page
}

interface Listener {
  readonly connected: (connected: boolean) => void
  readonly news: (news: TraceNews) => void
  /** The stream cannot report the changes, or is no longer available: the list must be loaded again. */
  readonly lost: (told: boolean) => void
}

/** Follows the changes after a given one; returns a function that stops. The browser itself reconnects a lost stream. */
export function followTraces(filters: Filters, change: number, listener: Listener): () => void {
  const source = new EventSource(`/traces/api/stream${queryText(filters, { after: String(change) })}`)
  source.addEventListener('open', () => listener.connected(true))
  source.addEventListener('traces', ({ data }) => listener.news(JSON.parse(data) as TraceNews))
  source.addEventListener('reload', () => listener.lost(true))
  source.addEventListener('error', () => {
    listener.connected(false)
    if (source.readyState === EventSource.CLOSED) listener.lost(false)
  })
  return () => source.close()
}

/** A list with later changes merged in and gone traces removed: each trace once, newest first. */
export function merged(
  items: readonly TraceSummary[],
  changed: readonly TraceSummary[],
  gone: readonly string[] = [],
): readonly TraceSummary[] {
  const told = new Set([...gone, ...changed.map(({ id }) => id)])
  const unchanged = items.filter(({ id }) => !told.has(id))
  return [...changed, ...unchanged].sort((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1))
}

/** The server explains the checks, in the language of the page. */
export const traceQuery = (id: string, language: Language) =>
  queryOptions({
    queryKey: ['trace', id, language],
    queryFn: ({ signal }) => getJson<TraceDetail>(`/traces/api/${encodeURIComponent(id)}`, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.outcome === 'under_way' ? UNDER_WAY_MS : false),
  })

const KNOWN_FOR_MS = 30_000

/** The apps and people that the list can be filtered by. */
export const knownQuery = (language: Language) =>
  queryOptions({
    queryKey: ['traces-known', language],
    queryFn: ({ signal }) => getJson<TraceKnown>('/traces/api/known', signal),
    staleTime: KNOWN_FOR_MS,
  })
