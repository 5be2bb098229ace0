// Reads and searches in Bundle entries. They see what the other entries have written.
import type { AuditedRead } from '#lib/audit/audit.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { timeOfInstant } from '#lib/fhir/instant.ts'
import { parseVersionId } from '#lib/fhir/reference.ts'
import { type Params, parseParams } from '#lib/http/params.ts'
import { entryRead, versionReference } from '../audited.ts'
import { may, reachOf } from '../authorize.ts'
import type { Caller } from '../caller.ts'
import type { WriteExchange } from '../exchange.ts'
import { isNotModified } from '../http/conditional.ts'
import { preferredHandling } from '../http/prefer.ts'
import { detailOfRead } from '../interactions/read.ts'
import { assertComplete, bundled, pageWith, wantedFor } from '../interactions/search.ts'
import { type Detail, inDetail } from '../interactions/summary.ts'
import { gone, notFound, unlessRefused } from '../outcome.ts'
import { legible } from '../request.ts'
import { parseSearch, type SearchQuery } from '../search/search-query.ts'
import { seenBy } from '../secret-headers.ts'
import type { SearchFound, SearchWanted, StoredVersion, Visibility } from '../store.ts'
import { type Entry, isReading } from './entry.ts'
import type { EntryAnswer } from './entry-answer.ts'
import type { WriteContext } from './write-context.ts'

/** The exchange of an entry's Bundle. */
export interface EntryExchange extends WriteExchange {
  /** The time from which relative dates count, however often an entry is read. */
  readonly begunAt: number
}

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
      readonly found: SearchFound
      readonly now: number
    }

/** Carries out an entry that reads. Throws FhirError. */
export function readOf(entry: Entry, exchange: EntryExchange, context: WriteContext): EntryRead {
  return entry.id === undefined ? searchOf(entry, exchange, context) : versionOf(entry, entry.id, context)
}

function versionOf(entry: Entry, id: string, { tx, caller, now }: WriteContext): EntryRead {
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

function searchOf(entry: Entry, exchange: EntryExchange, { search, caller, now }: WriteContext): EntryRead {
  const { query, visibility } = queryOf(entry, exchange, caller)
  const found = search(wantedFor(query))
  assertComplete(query, found)
  return { entry, query, visibility, now, found }
}

function queryOf(entry: Entry, { headers, deps, begunAt }: EntryExchange, caller: Caller) {
  const { type } = entry
  const visibility = reachOf(caller, 's', type) ?? { origins: [] }
  const strict = preferredHandling(headers) === 'strict'
  const query = parseSearch(paramsOf(entry), { type, visibility, strict, baseUrl: deps.baseUrl, now: begunAt })
  return { query, visibility }
}

/** The search of an entry, before its transaction; none for another entry, or one that will be refused. */
export function foreseenRead(entry: Entry, exchange: EntryExchange, caller: Caller): readonly SearchWanted[] {
  if (!isReading(entry) || entry.id !== undefined) return []
  return unlessRefused(() => [wantedFor(queryOf(entry, exchange, caller).query)])
}

const paramsOf = ({ query = '' }: Entry): Params => legible(parseParams(query))

/** The answer, made and recorded after the transaction. The pages of a search show the state within it. */
export async function answerOfRead(read: EntryRead, exchange: WriteExchange): Promise<EntryAnswer> {
  const { entry } = read
  const { audit } = exchange.deps
  if ('version' in read) {
    await audit.read(auditedReading(entry, [versionReference(read.version)], exchange))
    const { status, detail } = read
    const version = seenBy(read.version, exchange.caller)
    const shown = inDetail(version.body ?? '', version.type, detail)
    const fullUrl = `${canonicalBase(exchange.deps)}/${version.type}/${version.id}`
    return { status, version, ...(status === 304 || entry.method === 'HEAD' ? {} : { fullUrl, resource: shown }) }
  }
  const page = pageWith(exchange, read.query, read.found)
  await audit.read(auditedReading(entry, page.shown, exchange))
  const { body } = await bundled({ ...exchange, pretty: false }, { ...read, page })
  return { status: 200, ...(entry.method === 'HEAD' ? {} : { resource: String(body) }) }
}

/** The number of characters that were read for the entry's answer. */
export function lengthOf(read: EntryRead): number {
  const versions = 'version' in read ? [read.version] : read.found.matches
  return versions.reduce((sum, { body = '' }) => sum + body.length, 0)
}

/** A read, as an event for the audit log. */
const auditedReading = (
  entry: Entry,
  shown: readonly string[],
  { deps, request, numbers, caller }: WriteExchange,
): AuditedRead => entryRead({ deps, request, requestId: numbers.requestId }, caller, entry, { status: 200, shown })
