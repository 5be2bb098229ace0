// search-type (FHIR R4 http.html §3.1.0.8): the first page of a list, and the snapshot for its other pages.
import { canonicalBase } from '#lib/fhir/bases.ts'
import { versionReference } from '../audited.ts'
import { outcomeEntry, searchEntries } from '../bundle.ts'
import type { FirstPage } from '../cache-port.ts'
import { type Exchange, type Interaction, segment, verifyPermission } from '../exchange.ts'
import { preferredHandling } from '../http/prefer.ts'
import { incomplete, notIndexed } from '../outcome.ts'
import type { Result } from '../result.ts'
import { askingAhead, onBehalf } from '../search/asking.ts'
import { parseSearch, type SearchQuery } from '../search/search-query.ts'
import { allSeenBy } from '../secret-headers.ts'
import type { SearchFound, SearchWanted, Visibility } from '../store.ts'
import { firstPageOf, onOnePage, pageOf } from './paging.ts'

/**
 * Most matches that are counted without a stored count or _total: R4 leaves the total to the server, so slower counts
 * are omitted. Counting takes about 2 microseconds per match of a condition, 0.1 per match of an interval.
 */
const MOST_MATCHES_COUNTED = 20_000
const MOST_RESOURCES_COUNTED = 500_000

/** GET and POST _search of a type. Throws FhirError: 403 before any look-up, 400 for invalid parameters. */
export const searchType: Interaction = async (exchange) => {
  const type = segment(exchange, 'type')
  const visibility = verifyPermission(exchange, 's', type)
  if (exchange.params.has('_getpages')) return pageOf(exchange, type)
  const { deps, headers, params } = exchange
  const handling = preferredHandling(headers)
  const now = deps.clock()
  const strict = handling === 'strict'
  const query = parseSearch(params, { type, visibility, strict, baseUrl: deps.baseUrl, now })
  const result = await firstPage(exchange, query, visibility, now)
  return handling ? { ...result, handling } : result
}

async function firstPage(exchange: Exchange, query: SearchQuery, visibility: Visibility, now: number): Promise<Result> {
  const page = await cachedOrFound(exchange, query)
  const result = await bundled(exchange, { query, visibility, page, now })
  // Of a part of the type, it would tell how much there is beside it (conformance FBO-12).
  const isTold = visibility === 'all' && exchange.deps.tellsCost(exchange.request)
  return isTold ? { ...result, cost: page.cost ?? 'memory' } : result
}

interface Searched {
  readonly query: SearchQuery
  readonly visibility: Visibility
  readonly page: FirstPage
  /** The time of the search, in epoch milliseconds. */
  readonly now: number
}

/** The first page as a Bundle; when there are more, the search is stored for them. */
export async function bundled(
  exchange: Pick<Exchange, 'deps' | 'caller' | 'pretty'>,
  { query, visibility, page, now }: Searched,
): Promise<Result> {
  const { search, used, count, detail } = query
  const result = await firstPageOf(exchange, { search, visibility, path: search.type, used, count, detail, now }, page)
  if (page.more) exchange.deps.resources.prepare(search, page.asOfSeq, askingAhead(exchange))
  return result
}

/** The first page of a search: from the cache if no write has changed the result since, otherwise computed. */
async function cachedOrFound(exchange: Exchange, query: SearchQuery): Promise<FirstPage> {
  const { search, count, countOnly, detail, total } = query
  // Never cached: the log grows with every search, and its readers see everything up to now.
  if (!exchange.pages || search.type === 'AuditEvent') return found(exchange, query)
  const key = JSON.stringify([exchange.caller.clientId, search, count, countOnly, detail, total])
  const known = exchange.pages.find(key)
  if (known) return known
  const page = await found(exchange, query)
  const { cost: _, ...kept } = page
  if (!page.isPartial) exchange.pages.offer(key, kept)
  return page
}

async function found(exchange: Exchange, query: SearchQuery): Promise<FirstPage> {
  const { resources } = exchange.deps
  const { search } = query
  return pageWith(
    exchange,
    query,
    await onBehalf(exchange, search, (asking) => resources.search(wantedFor(query), asking)),
  )
}

/** One match more than a page holds shows whether there is a next page. */
export const wantedFor = (query: SearchQuery): SearchWanted => ({
  search: query.search,
  limit: query.countOnly ? 0 : query.count + 1,
  mostCounted: counted(query),
})

/** Throws FhirError 503 where a result that may miss something is none: a number cannot say that it is too low. */
export function assertComplete(
  { strict, countOnly, search }: SearchQuery,
  { isPartial }: Pick<SearchFound, 'isPartial'>,
): void {
  if (isPartial && (strict || countOnly)) throw notIndexed(search.type)
}

/** The first page, made from a search result. */
export function pageWith(
  { deps, caller }: Pick<Exchange, 'deps' | 'caller'>,
  query: SearchQuery,
  found: SearchFound,
): FirstPage {
  assertComplete(query, found)
  const { count, countOnly, detail, search, total: wanted } = query
  const { asOfSeq, matches, total, isPartial, cost } = found
  const page = onOnePage(matches.slice(0, count), count)
  const shown = countOnly ? [] : page.fitting
  const matching = searchEntries(allSeenBy(shown, caller), detail, canonicalBase(deps))
  const warning = isPartial ? [outcomeEntry(deps.random.uuid(), incomplete(search.type))] : []
  return {
    asOfSeq,
    total: isPartial || (wanted === 'none' && !countOnly) ? undefined : total,
    more: !countOnly && (page.isCut || matches.length > count),
    end: page.end,
    entries: [...warning, matching].filter((entry) => entry !== '').join(),
    shown: shown.map(versionReference),
    isPartial,
    cost,
  }
}

function counted({ search, countOnly, total }: SearchQuery): number {
  if (countOnly) return Number.MAX_SAFE_INTEGER
  if (total) return total === 'none' ? 0 : Number.MAX_SAFE_INTEGER
  return search.conditions.length > 0 ? MOST_MATCHES_COUNTED : MOST_RESOURCES_COUNTED
}
