// Reads and searches in Bundle entries. They see what the other entries have written.
import type { AuditedRead } from '#lib/audit/audit.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { timeOfInstant } from '#lib/fhir/instant.ts'
import { parseVersionId } from '#lib/fhir/reference.ts'
import { type Params, parseParams } from '#lib/http/params.ts'
import { entryRead, versionReference } from '../audited.ts'
import { may, reachOf } from '../authorize.ts'
import type { WriteExchange } from '../exchange.ts'
import { isNotModified } from '../http/conditional.ts'
import { preferredHandling } from '../http/prefer.ts'
import { detailOfRead } from '../interactions/read.ts'
import { bundled, pageWith, wantedFor } from '../interactions/search.ts'
import { type Detail, inDetail } from '../interactions/summary.ts'
import { seenBy } from '../masked.ts'
import type { FirstPage } from '../memory.ts'
import { gone, notFound } from '../outcome.ts'
import { legible } from '../request.ts'
import { parseSearch, type SearchQuery } from '../search/search-query.ts'
import type { StoredVersion, Visibility } from '../store.ts'
import type { Entry } from './entry.ts'
import type { EntryAnswer } from './entry-answer.ts'
import type { Unit } from './unit.ts'

/** The result of an entry that reads. */
export type EntryRead =
  | {
      readonly entry: Entry
      readonly version: StoredVersion
      readonly status: 200 | 304
      readonly detail: Detail
    }
  | {
      readonly entry: Entry
      readonly query: SearchQuery
      readonly visibility: Visibility
      readonly page: FirstPage
      readonly now: number
    }

/** Carries out an entry that reads. Throws FhirError. */
export function readOf(entry: Entry, exchange: WriteExchange, unit: Unit): EntryRead {
  return entry.id === undefined ? searchOf(entry, exchange, unit) : versionOf(entry, entry.id, unit)
}

function versionOf(entry: Entry, id: string, { tx, caller, now }: Unit): EntryRead {
  const { type, versionId } = entry
  // Here, because a parameter refused after the commit could undo nothing.
  const detail = detailOfRead(paramsOf(entry))
  const current = tx.current(type, id)
  if (!current || !may(caller, 'r', current)) throw notFound()
  const earlier = (text: string) => {
    const number = parseVersionId(text)
    return number === undefined ? undefined : tx.version(type, id, number)
  }
  const version = versionId === undefined ? current : earlier(versionId)
  // Both versions are checked, as for a single request (conformance RBT-16).
  if (!version || !may(caller, 'r', version)) throw notFound()
  if (version.body === undefined) throw gone(version.versionId)
  const { ifNoneMatch, ifModifiedSince } = entry
  const headers = { get: (name: string) => (name === 'if-none-match' ? ifNoneMatch : ifModifiedSince) ?? null }
  const known = { tag: String(version.versionId), lastUpdated: version.lastUpdated }
  const since = ifNoneMatch === undefined ? timeOfInstant(ifModifiedSince) : undefined
  const isKnown = since === undefined ? isNotModified(headers, known, () => now) : version.lastUpdated <= since
  return { entry, version, status: isKnown ? 304 : 200, detail }
}

function searchOf(entry: Entry, exchange: WriteExchange, { tx, caller, now }: Unit): EntryRead {
  const visibility = reachOf(caller, 's', entry.type) ?? { origins: [] }
  const query = parseSearch(paramsOf(entry), {
    type: entry.type,
    visibility,
    strict: preferredHandling(exchange.headers) === 'strict',
    baseUrl: exchange.deps.baseUrl,
    now,
  })
  const found = tx.search(wantedFor(query))
  return { entry, query, visibility, now, page: pageWith(exchange, query, found) }
}

const paramsOf = ({ query = '' }: Entry): Params => legible(parseParams(query))

/** The answer, made after the transaction. The pages of a search show the state within it. */
export async function answerOfRead(read: EntryRead, exchange: WriteExchange): Promise<EntryAnswer> {
  const { entry } = read
  if ('version' in read) {
    const { status, detail } = read
    const version = seenBy(read.version, exchange.caller)
    const shown = inDetail(version.body ?? '', version.type, detail)
    const fullUrl = `${canonicalBase(exchange.deps)}/${version.type}/${version.id}`
    return { status, version, ...(status === 304 || entry.method === 'HEAD' ? {} : { fullUrl, resource: shown }) }
  }
  const { body } = await bundled({ ...exchange, pretty: false }, read)
  return { status: 200, ...(entry.method === 'HEAD' ? {} : { resource: String(body) }) }
}

/** The number of characters in the entry's answer. For a list in pages of bytes, it counts those. */
export const lengthOf = (read: EntryRead): number =>
  'version' in read ? (read.version.body?.length ?? 0) : read.page.entries.length

/** A read, as an event for the audit log. */
export const auditedReading = (read: EntryRead, { deps, request, numbers, caller }: WriteExchange): AuditedRead =>
  entryRead({ deps, request, requestId: numbers.requestId }, caller, read.entry, {
    status: 200,
    shown: 'version' in read ? [versionReference(read.version)] : read.page.shown,
  })
