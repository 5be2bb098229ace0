// The pages of a search or a history (FHIR R4 http.html §3.1.1.6): _getpages names a snapshot of the result at the time
// of the request, _getpagesoffset a position in it. Any offset is valid, and all pages cost the same.
import type { ReadInteraction } from '#lib/audit/audit.ts'
import { MINUTE } from '#lib/clock.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { versionReference } from '../audited.ts'
import { fingerprint } from '../authorize.ts'
import { historyEntries, type Link, type ListType, listBundle, searchEntries, urlWith } from '../bundle.ts'
import type { FirstPage } from '../cache-port.ts'
import { type Exchange, type Interaction, verifyPermission } from '../exchange.ts'
import { FhirError, invalidParameter } from '../outcome.ts'
import { single } from '../request.ts'
import type { Result } from '../result.ts'
import { onBehalf } from '../search/asking.ts'
import { countOf } from '../search/search-query.ts'
import { allSeenBy } from '../secret-headers.ts'
import type { History, Search, Snapshot, Visibility } from '../store.ts'
import type { Detail } from './summary.ts'

/** The idle time after which the pages of a search expire. */
const IDLE_MS = 15 * MINUTE
/** Searches that a client may page through at the same time (conformance LST-26). */
const MOST_SNAPSHOTS = 100
/** Any offset with more digits is equivalent to this one: beyond the end. */
const FARTHEST = 1e15

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The common part of a list's pages, apart from its conditions. */
interface View {
  readonly count: number
  readonly detail: Detail
}

/** `GET [base]?_getpages=…`. Without _getpages this would be a search across all types, which is not offered. */
export const basePage: Interaction = (exchange) => {
  if (!exchange.params.has('_getpages'))
    throw new FhirError(404, 'not-supported', 'Searching across all types is not offered; search one type.')
  return pageOf(exchange)
}

/** Most characters of resources on a page: to put more together would hold up everybody. R4 lets a page have fewer than _count. */
const MOST_CHARACTERS = 8 * 2 ** 20

interface OnePage<Row> {
  readonly fitting: readonly Row[]
  /** The number of positions that the page takes. */
  readonly end: number
  /** True when it has fewer rows than there were for it. */
  readonly isCut: boolean
}

/** The first of the rows that a page of `count` has room for, and one at least. */
export function onOnePage<Row extends { readonly body?: string | undefined }>(
  rows: readonly Row[],
  count: number,
): OnePage<Row> {
  let characters = 0
  const room = rows.findIndex(({ body = '' }, index) => {
    characters += body.length
    return index > 0 && characters > MOST_CHARACTERS
  })
  return room < 0
    ? { fitting: rows, end: count, isCut: false }
    : { fitting: rows.slice(0, room), end: room, isCut: true }
}

interface List extends View {
  readonly search: Search | History
  /** The part of the type that the client may see. */
  readonly visibility: Visibility
  /** The address below the base, and the parameters used, for the self link. */
  readonly path: string
  readonly used: readonly (readonly [string, string])[]
  readonly now: number
}

/** The first page of a list; when there are more, stores a snapshot for them. */
export async function firstPageOf(
  exchange: Pick<Exchange, 'deps' | 'caller' | 'pretty'>,
  list: List,
  page: FirstPage,
): Promise<Result> {
  const { deps, caller, pretty } = exchange
  const { search, visibility, path, used, count, detail, now } = list
  const { asOfSeq, total, more, end, entries, shown } = page
  const base = canonicalBase(deps)
  const head = { id: deps.random.uuid(), lastUpdated: now, total }
  const self: Link = { relation: 'self', url: urlWith(`${base}/${path}`, used) }
  const resultWith = (links: readonly Link[]): Result => ({
    body: listBundle({ ...head, type: typeOf(search), links }, entries),
    freshness: 'never',
    shown,
  })
  if (!more) return resultWith([self])
  const snapshot: Snapshot = {
    ...head,
    clientId: caller.clientId,
    permission: fingerprint(visibility),
    search,
    view: JSON.stringify({ count, detail } satisfies View),
    asOfSeq,
    expiresAt: now + IDLE_MS,
  }
  await deps.snapshots.create(snapshot, MOST_SNAPSHOTS, now)
  const [, ...others] = pageLinks(base, snapshot, { offset: 0, count, pretty, more, end })
  return resultWith([self, ...others])
}

/** A page of the caller's own snapshot; `type` if the address names one. Throws FhirError. */
export async function pageOf(exchange: Exchange, type?: string): Promise<Result> {
  const { deps, params, pretty } = exchange
  const snapshot = await ownSnapshot(exchange, type)
  const view = JSON.parse(snapshot.view) as View
  const offset = offsetOf(exchange)
  const count = single(params, '_count') === undefined ? view.count : countOf(params)
  const bundleType = typeOf(snapshot.search)
  if ((single(params, '_bundletype') ?? bundleType) !== bundleType)
    throw invalidParameter(
      '_bundletype',
      `The pages of this list are of type ${bundleType}: leave _bundletype out, or follow the links as they are.`,
    )
  const { more, end, entries, shown, interaction } = await partOf(exchange, snapshot, view.detail, { offset, count })
  const { id, lastUpdated, total } = snapshot
  const links = pageLinks(canonicalBase(deps), snapshot, { offset, count, pretty, more, end })
  const body = listBundle({ id, type: bundleType, lastUpdated, total, links }, entries)
  return { body, freshness: 'never', shown, interaction }
}

interface Part extends Pick<FirstPage, 'more' | 'end' | 'shown'> {
  readonly entries: string
  readonly interaction: ReadInteraction
}

/**
 * A part of a list. Resources that no longer exist are left out but keep their position, so that the other offsets do
 * not move.
 */
async function partOf(
  exchange: Pick<Exchange, 'deps' | 'caller' | 'request'>,
  { search, asOfSeq }: Snapshot,
  detail: Detail,
  { offset, count }: Pick<PageShape, 'offset' | 'count'>,
): Promise<Part> {
  const { deps, caller } = exchange
  const base = canonicalBase(deps)
  if (isHistory(search)) {
    const { versions, total } = await onBehalf(exchange, search, (asking) =>
      deps.resources.history({ history: search, asOfSeq, offset, limit: count }, asking),
    )
    const { fitting, isCut, end } = onOnePage(versions, count)
    const seen = fitting.filter(({ withheld }) => !withheld)
    return {
      more: count > 0 && (isCut || total > offset + count),
      end,
      entries: historyEntries(allSeenBy(seen, caller), detail, base),
      shown: seen.map(versionReference),
      interaction: search.id === undefined ? 'history-type' : 'history-instance',
    }
  }
  const found = await onBehalf(exchange, search, (asking) =>
    deps.resources.page(search, asOfSeq, offset, count + 1, asking),
  )
  const { fitting, isCut, end } = onOnePage(found.slice(0, count), count)
  const matches = fitting.filter(({ withheld }) => !withheld)
  return {
    more: count > 0 && (isCut || found.length > count),
    end,
    entries: searchEntries(allSeenBy(matches, caller), detail, base),
    shown: matches.map(versionReference),
    interaction: 'search-type',
  }
}

const isHistory = (search: Search | History): search is History => 'kind' in search

/** The letter of `cruds` that a list needs: only the history of a single resource counts as reading. */
const letterOf = (search: Search | History): 'r' | 's' => (isHistory(search) && search.id !== undefined ? 'r' : 's')

const typeOf = (search: Search | History): ListType => (isHistory(search) ? 'history' : 'searchset')

/**
 * The snapshot of the page's caller, who must be the one of the search, with the same visibility as then (conformance
 * LST-18, LST-19).
 */
async function ownSnapshot(exchange: Exchange, type: string | undefined): Promise<Snapshot> {
  const { deps, params, caller } = exchange
  const id = single(params, '_getpages') ?? ''
  const now = deps.clock()
  const snapshot = UUID.test(id) ? await deps.snapshots.find(id, now, now + IDLE_MS) : undefined
  if (snapshot?.clientId !== caller.clientId) throw searchGone()
  const visibility = verifyPermission(exchange, letterOf(snapshot.search), snapshot.search.type)
  if (snapshot.permission !== fingerprint(visibility) || (type ?? snapshot.search.type) !== snapshot.search.type)
    throw searchGone()
  return snapshot
}

const searchGone = (): FhirError =>
  new FhirError(410, 'not-found', 'The search is unknown or has expired; search again.', { parameter: '_getpages' })

function offsetOf({ params }: Exchange): number {
  const offset = single(params, '_getpagesoffset') ?? '0'
  if (!/^\d{1,100}$/.test(offset))
    throw invalidParameter('_getpagesoffset', '_getpagesoffset must be a number, 0 or more.')
  return Math.min(Number(offset), FARTHEST)
}

interface PageShape {
  readonly offset: number
  readonly count: number
  readonly pretty: boolean
  readonly more: boolean
  /** The number of positions that the page takes: fewer than `count` when it is cut short. */
  readonly end: number
}

/** The links of a page, self first. `last` is present when the total is known. */
function pageLinks(
  base: string,
  { id, search, total }: Snapshot,
  { offset, count, pretty, more, end }: PageShape,
): Link[] {
  const link = (relation: Link['relation'], at: number): Link => ({
    relation,
    url: urlWith(base, [
      ['_getpages', id],
      ['_getpagesoffset', String(at)],
      ['_count', String(count)],
      ['_pretty', String(pretty)],
      ['_bundletype', typeOf(search)],
    ]),
  })
  const links = [link('self', offset), link('first', 0)]
  if (offset > 0) links.push(link('previous', Math.max(0, offset - count)))
  if (more) links.push(link('next', offset + end))
  if (total !== undefined && count > 0) links.push(link('last', Math.floor(Math.max(0, total - 1) / count) * count))
  return links
}
