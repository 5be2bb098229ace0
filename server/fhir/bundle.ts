// Builds searchsets and histories: Bundles of stored text (FHIR R4 bundle.html, http.html §3.1.0.6, §3.1.0.13 and the
// paging of §3.1.1.6).
import { formatInstant } from '#lib/fhir/instant.ts'
import { etagOf } from './http/etag.ts'
import { type Detail, inDetail } from './interactions/summary.ts'
import type { HistoryVersion, Match } from './store.ts'

export interface Link {
  readonly relation: 'self' | 'first' | 'previous' | 'next' | 'last'
  readonly url: string
}

export type ListType = 'searchset' | 'history'

interface ListHead {
  readonly id: string
  readonly type: ListType
  /** The time of the first page, in epoch milliseconds. */
  readonly lastUpdated: number
  readonly total: number | undefined
  readonly links: readonly Link[]
}

/**
 * The Bundle as minified JSON, from the entries of `searchEntries` or `historyEntries`: as text, or as UTF-8 bytes when
 * the entries are bytes. No member is ever an empty array (FHIR R4 json.html).
 */
export function listBundle<Entries extends string | Uint8Array<ArrayBuffer>>(
  { id, type, lastUpdated, total, links }: ListHead,
  entries: Entries,
): string | Uint8Array<ArrayBuffer> {
  const head = JSON.stringify({
    resourceType: 'Bundle',
    id,
    meta: { lastUpdated: formatInstant(lastUpdated) },
    type,
    total,
    link: links,
  })
  if (entries.length === 0) return head
  const [before, after] = [`${head.slice(0, -1)},"entry":[`, ']}']
  return typeof entries === 'string'
    ? before + entries + after
    : Buffer.concat([Buffer.from(before), entries, Buffer.from(after)])
}

/** The entries of a searchset, separated by commas; `base` is the FHIR base of each fullUrl. */
export const searchEntries = (matches: readonly Match[], detail: Detail, base: string): string =>
  matches.map((match) => searchEntry(match, detail, base)).join(',')

/** An entry of a searchset that tells about the search (FHIR R4 search.html §3.1.1.7). */
export const outcomeEntry = (uuid: string, outcome: string): string =>
  `{"fullUrl":"urn:uuid:${uuid}","resource":${outcome},"search":{"mode":"outcome"}}`

// Types and ids need no escaping: both were checked when the resource was written.
const searchEntry = ({ type, id, body = '' }: Match, detail: Detail, base: string): string =>
  `{"fullUrl":"${base}/${type}/${id}","resource":${inDetail(body, type, detail)},"search":{"mode":"match"}}`

/**
 * The entries of a history, separated by commas: each version, with the interaction that made it, as if it had been
 * sent by itself.
 */
export const historyEntries = (versions: readonly HistoryVersion[], detail: Detail, base: string): string =>
  versions.map((version) => historyEntry(version, detail, base)).join(',')

function historyEntry(version: HistoryVersion, detail: Detail, base: string): string {
  const { type, id, body } = version
  const resource = body === undefined ? '' : `"resource":${inDetail(body, type, detail)},`
  return `{"fullUrl":"${base}/${type}/${id}",${resource}${interactionOf(version)}}`
}

/** `request` and `response` of a version. A patch is shown as the update that resulted. */
function interactionOf({ type, id, versionId, lastUpdated, deleted, created }: HistoryVersion): string {
  const method = deleted ? 'DELETE' : versionId === 1 ? 'POST' : 'PUT'
  const url = method === 'POST' ? type : `${type}/${id}`
  const status = deleted ? '204' : created ? '201' : '200'
  const response = { status, etag: etagOf(versionId), lastModified: formatInstant(lastUpdated) }
  return `"request":${JSON.stringify({ method, url })},"response":${JSON.stringify(response)}`
}

/** An address with parameters; commas, colons and slashes stay readable. */
export function urlWith(url: string, params: readonly (readonly [string, string])[]): string {
  const query = params.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return query === '' ? url : `${url}?${query}`
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/%(2C|3A|2F)/g, (escaped) => decodeURIComponent(escaped))
