// search-type (FHIR R4 http.html §3.1.0.8): the first page of a list, and the snapshot that its other pages come from.
import { fingerprint } from './authorize.ts'
import { searchset, urlWith } from './bundle.ts'
import { canonicalBase } from './deps.ts'
import { allowed, type Exchange, type Interaction, segment } from './exchange.ts'
import { IDLE_MS, MOST_SNAPSHOTS, pageLinks, pageOf } from './paging.ts'
import type { Result } from './result.ts'
import { parseSearch, type SearchQuery } from './search-query.ts'
import type { Match, Snapshot, Visibility } from './store.ts'

/**
 * Counting takes some 3 microseconds for each match of a condition and 0.2 for each resource of a stretch of time. What
 * takes longer than a moment is counted only when asked for; R4 leaves total to the server.
 */
const MOST_MATCHES_COUNTED = 20_000
const MOST_RESOURCES_COUNTED = 500_000

export const searchType: Interaction = (exchange) => {
  const type = segment(exchange, 'type')
  const visibility = allowed(exchange, 's', type)
  if (exchange.params.has('_getpages')) return pageOf(exchange, type)
  const { deps, headers, params } = exchange
  const handling = preferredHandling(headers)
  const now = deps.clock()
  const strict = handling === 'strict'
  const query = parseSearch(params, { type, visibility, strict, baseUrl: deps.baseUrl, now })
  const result = firstPage(exchange, query, visibility, now)
  return handling ? { ...result, handling } : result
}

function firstPage(exchange: Exchange, query: SearchQuery, visibility: Visibility, now: number): Result {
  const { deps, pretty } = exchange
  const { search, count, detail, countOnly } = query
  const { asOfSeq, total, matches } = firstMatches(exchange, query)
  const id = deps.random.uuid()
  const self = { relation: 'self', url: urlWith(`${canonicalBase(deps)}/${search.type}`, query.used) } as const
  const bundle = { id, lastUpdated: now, total, detail, base: canonicalBase(deps) }
  if (countOnly || matches.length <= count) {
    const shown = countOnly ? [] : matches
    return { body: searchset({ ...bundle, links: [self], matches: shown }), freshness: 'never' }
  }
  const snapshot: Snapshot = {
    id,
    clientId: exchange.caller.clientId,
    permission: fingerprint(visibility),
    search,
    view: JSON.stringify({ count, detail }),
    asOfSeq,
    total,
    lastUpdated: now,
    expiresAt: now + IDLE_MS,
  }
  deps.snapshots.create(snapshot, MOST_SNAPSHOTS, now)
  const [, ...others] = pageLinks(canonicalBase(deps), snapshot, { offset: 0, count, pretty, more: true })
  return {
    body: searchset({ ...bundle, links: [self, ...others], matches: matches.slice(0, count) }),
    freshness: 'never',
  }
}

/** One match more than a page has, which tells whether there is a next one. */
function firstMatches({ deps: { resources } }: Exchange, { search, count, countOnly, total }: SearchQuery) {
  return resources.consistently(() => {
    const asOfSeq = resources.currentSeq()
    const matches: readonly Match[] = countOnly ? [] : resources.page(search, asOfSeq, undefined, count + 1)
    const affordable = search.conditions.length > 0 ? MOST_MATCHES_COUNTED : MOST_RESOURCES_COUNTED
    const most = countOnly || total ? undefined : affordable
    const counted = total === 'none' && !countOnly ? undefined : resources.count(search, asOfSeq, most)
    return { asOfSeq, matches, total: counted }
  })
}

/** RFC 7240 §2, FHIR R4 search.html §3.1.1.4.2: `Prefer: handling=strict`. */
function preferredHandling(headers: Headers): 'strict' | 'lenient' | undefined {
  const preferences = (headers.get('prefer') ?? '').split(/[,;]/).map((preference) => preference.trim().toLowerCase())
  if (preferences.some((preference) => /^handling\s*=\s*"?strict"?$/.test(preference))) return 'strict'
  return preferences.some((preference) => /^handling\s*=\s*"?lenient"?$/.test(preference)) ? 'lenient' : undefined
}
