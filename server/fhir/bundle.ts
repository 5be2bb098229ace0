// Builds searchsets: Bundles from stored text (FHIR R4 bundle.html, http.html §3.1.0.6 and the paging of §3.1.1.6).
import { formatInstant } from '#lib/fhir/instant.ts'
import { type Detail, inDetail } from './interactions/summary.ts'
import type { Match } from './store.ts'

export interface Link {
  readonly relation: 'self' | 'first' | 'previous' | 'next' | 'last'
  readonly url: string
}

interface SearchsetHead {
  readonly id: string
  /** The time of the search, in epoch milliseconds. */
  readonly lastUpdated: number
  readonly total: number | undefined
  readonly links: readonly Link[]
}

/**
 * The Bundle as minified JSON, of entries as `entriesOf` gives them: as text, or as bytes in UTF-8 where the entries are. No
 * member is ever an empty array (FHIR R4 json.html).
 */
export function searchset<Entries extends string | Uint8Array<ArrayBuffer>>(
  { id, lastUpdated, total, links }: SearchsetHead,
  entries: Entries,
): string | Uint8Array<ArrayBuffer> {
  const head = JSON.stringify({
    resourceType: 'Bundle',
    id,
    meta: { lastUpdated: formatInstant(lastUpdated) },
    type: 'searchset',
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
export const entriesOf = (matches: readonly Match[], detail: Detail, base: string): string =>
  matches.map((match) => entry(match, detail, base)).join(',')

// Types and ids need no escapes: both were checked when the resource came in.
const entry = ({ type, id, body = '' }: Match, detail: Detail, base: string): string =>
  `{"fullUrl":"${base}/${type}/${id}","resource":${inDetail(body, type, detail)},"search":{"mode":"match"}}`

/** An address with parameters; commas, colons and slashes stay readable. */
export function urlWith(url: string, params: readonly (readonly [string, string])[]): string {
  const query = params.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return query === '' ? url : `${url}?${query}`
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/%(2C|3A|2F)/g, (escaped) => decodeURIComponent(escaped))
