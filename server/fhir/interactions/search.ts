// search-type (FHIR R4 http.html §3.1.0.8): the first page of a list, and the snapshot that its other pages come from.
import { versionReference } from '../audited.ts'
import { fingerprint } from '../authorize.ts'
import { entriesOf, searchset, urlWith } from '../bundle.ts'
import { canonicalBase } from '../deps.ts'
import { allowed, type Exchange, type Interaction, segment } from '../exchange.ts'
import type { FirstPage } from '../memory.ts'
import type { Result } from '../result.ts'
import { parseSearch, type SearchQuery } from '../search/search-query.ts'
import type { Snapshot, Visibility } from '../store.ts'
import { IDLE_MS, MOST_SNAPSHOTS, pageLinks, pageOf } from './paging.ts'

/**
 * Most matches that are counted without a stored count or _total: R4 leaves the total to the server, so slower counts are left out.
 * Counting takes some 2 microseconds per match of a condition, 0.1 per match of an interval.
 */
const MOST_MATCHES_COUNTED = 20_000
const MOST_RESOURCES_COUNTED = 500_000

/** GET and POST _search of a type. Throws FhirError: 403 before any look-up, 400 for invalid parameters. */
export const searchType: Interaction = async (exchange) => {
  const type = segment(exchange, 'type')
  const visibility = allowed(exchange, 's', type)
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
  const { deps, pretty } = exchange
  const { search, count, detail } = query
  const { asOfSeq, total, more, entries, shown } = await keptOrFound(exchange, query)
  const base = canonicalBase(deps)
  const id = deps.random.uuid()
  const self = { relation: 'self', url: urlWith(`${base}/${search.type}`, query.used) } as const
  const bundle = { id, lastUpdated: now, total }
  if (!more) return { body: searchset({ ...bundle, links: [self] }, entries), freshness: 'never', shown }
  const snapshot: Snapshot = {
    ...bundle,
    clientId: exchange.caller.clientId,
    permission: fingerprint(visibility),
    search,
    view: JSON.stringify({ count, detail }),
    asOfSeq,
    expiresAt: now + IDLE_MS,
  }
  await deps.snapshots.create(snapshot, MOST_SNAPSHOTS, now)
  deps.resources.prepare(search, asOfSeq)
  const [, ...others] = pageLinks(base, snapshot, { offset: 0, count, pretty, more })
  return { body: searchset({ ...bundle, links: [self, ...others] }, entries), freshness: 'never', shown }
}

/** The first page of a search: as it was found before where nothing has come or gone since, else as it is found now. */
async function keptOrFound(exchange: Exchange, query: SearchQuery): Promise<FirstPage> {
  const { search, count, detail, total } = query
  // The log grows with every search; and who reads it sees what was before.
  if (!exchange.pages || search.type === 'AuditEvent') return found(exchange, query)
  const key = JSON.stringify([exchange.caller.clientId, search, count, detail, total])
  const known = exchange.pages.find(key)
  if (known) return known
  const page = await found(exchange, query)
  exchange.pages.offer(key, page)
  return page
}

async function found({ deps }: Exchange, query: SearchQuery): Promise<FirstPage> {
  const { search, count, countOnly, detail } = query
  // One match more than a page has tells if there is a next one.
  const limit = countOnly ? 0 : count + 1
  const { asOfSeq, matches, total } = await deps.resources.search({ search, limit, mostCounted: counted(query) })
  const shown = countOnly ? [] : matches.slice(0, count)
  return {
    asOfSeq,
    total: query.total === 'none' && !countOnly ? undefined : total,
    more: !countOnly && matches.length > count,
    entries: entriesOf(shown, detail, canonicalBase(deps)),
    shown: shown.map(versionReference),
  }
}

function counted({ search, countOnly, total }: SearchQuery): number {
  if (countOnly) return Number.MAX_SAFE_INTEGER
  if (total) return total === 'none' ? 0 : Number.MAX_SAFE_INTEGER
  return search.conditions.length > 0 ? MOST_MATCHES_COUNTED : MOST_RESOURCES_COUNTED
}

/** RFC 7240 §2, FHIR R4 search.html §3.1.1.4.2: `Prefer: handling=strict`. */
function preferredHandling(headers: Headers): 'strict' | 'lenient' | undefined {
  const preferences = (headers.get('prefer') ?? '').split(/[,;]/).map((preference) => preference.trim().toLowerCase())
  if (preferences.some((preference) => /^handling\s*=\s*"?strict"?$/.test(preference))) return 'strict'
  return preferences.some((preference) => /^handling\s*=\s*"?lenient"?$/.test(preference)) ? 'lenient' : undefined
}
