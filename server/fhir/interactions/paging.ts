// The pages of a search (FHIR R4 http.html §3.1.1.6): _getpages names a snapshot of the matches when the search was made,
// _getpagesoffset a place in it. Any offset is valid, and no page costs more than another.
import { MINUTE } from '#lib/clock.ts'
import { versionReference } from '../audited.ts'
import { fingerprint } from '../authorize.ts'
import { entriesOf, type Link, searchset, urlWith } from '../bundle.ts'
import { canonicalBase } from '../deps.ts'
import { allowed, type Exchange, type Interaction } from '../exchange.ts'
import { FhirError, invalidParameter } from '../outcome.ts'
import { single } from '../request.ts'
import type { Result } from '../result.ts'
import { countOf } from '../search/search-query.ts'
import type { Snapshot } from '../store.ts'
import type { Detail } from './summary.ts'

/** The idle time after which the pages of a search expire. */
export const IDLE_MS = 15 * MINUTE
/** Searches that a client may walk at the same time (conformance LST-26). */
export const MOST_SNAPSHOTS = 100
/** An offset with more digits is as good as this one: behind the end. */
const FARTHEST = 1e15

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The common part of a search's pages, beside its conditions. */
interface View {
  readonly count: number
  readonly detail: Detail
}

/** `GET [base]?_getpages=…`; without _getpages it is a search across all types, which is not offered. */
export const basePage: Interaction = (exchange) => {
  if (!exchange.params.has('_getpages'))
    throw new FhirError(404, 'not-supported', 'Searching across all types is not offered; search one type.')
  return pageOf(exchange)
}

/** A page of a snapshot of the caller's own; `type` where the address names one. Throws FhirError. */
export async function pageOf(exchange: Exchange, type?: string): Promise<Result> {
  const { deps, params, pretty } = exchange
  const snapshot = ownSnapshot(exchange, type)
  const view = JSON.parse(snapshot.view) as View
  const offset = offsetOf(exchange)
  const count = single(params, '_count') === undefined ? view.count : countOf(params)
  if ((single(params, '_bundletype') ?? 'searchset') !== 'searchset')
    throw invalidParameter('_bundletype', 'The pages of a search are of type searchset.')
  const found = await deps.resources.page(snapshot.search, snapshot.asOfSeq, offset, count + 1)
  const more = count > 0 && found.length > count
  // Matches that are gone by now are left out, and their places stay empty, so that the offsets of others do not move.
  const matches = found.slice(0, count).filter(({ withheld }) => !withheld)
  const { id, lastUpdated, total } = snapshot
  const links = pageLinks(canonicalBase(deps), snapshot, { offset, count, pretty, more })
  const body = searchset({ id, lastUpdated, total, links }, entriesOf(matches, view.detail, canonicalBase(deps)))
  return { body, freshness: 'never', shown: matches.map(versionReference) }
}

/** The caller of a page must be the one of the search, with the same visibility as then (conformance LST-18, LST-19). */
function ownSnapshot(exchange: Exchange, type: string | undefined): Snapshot {
  const { deps, params, caller } = exchange
  const id = single(params, '_getpages') ?? ''
  const now = deps.clock()
  const snapshot = UUID.test(id) ? deps.snapshots.find(id, now, now + IDLE_MS) : undefined
  if (snapshot?.clientId !== caller.clientId) throw searchGone()
  const visibility = allowed(exchange, 's', snapshot.search.type)
  if (snapshot.permission !== fingerprint(visibility) || (type ?? snapshot.search.type) !== snapshot.search.type)
    throw searchGone()
  return snapshot
}

const searchGone = (): FhirError =>
  new FhirError(410, 'not-found', 'The search is not known or has expired; search again.', { parameter: '_getpages' })

function offsetOf({ params }: Exchange): number {
  const offset = single(params, '_getpagesoffset') ?? '0'
  if (!/^\d{1,100}$/.test(offset)) throw invalidParameter('_getpagesoffset', '_getpagesoffset is a number, 0 or more.')
  return Math.min(Number(offset), FARTHEST)
}

interface PageShape {
  readonly offset: number
  readonly count: number
  readonly pretty: boolean
  readonly more: boolean
}

/** The links of a page, self first. `last` is there where the total is known. */
export function pageLinks(base: string, { id, total }: Snapshot, { offset, count, pretty, more }: PageShape): Link[] {
  const link = (relation: Link['relation'], at: number): Link => ({
    relation,
    url: urlWith(base, [
      ['_getpages', id],
      ['_getpagesoffset', String(at)],
      ['_count', String(count)],
      ['_pretty', String(pretty)],
      ['_bundletype', 'searchset'],
    ]),
  })
  const links = [link('self', offset), link('first', 0)]
  if (offset > 0) links.push(link('previous', Math.max(0, offset - count)))
  if (more) links.push(link('next', offset + count))
  if (total !== undefined && count > 0) links.push(link('last', Math.floor(Math.max(0, total - 1) / count) * count))
  return links
}
