// The searchset: a Bundle put together from stored text (FHIR R4 bundle.html, http.html §3.1.0.6 and the paging of §3.1.1.6).
import { formatInstant } from '#lib/fhir/instant.ts'
import type { Match } from './store.ts'
import { type Detail, inDetail } from './summary.ts'

export interface Link {
  readonly relation: 'self' | 'first' | 'previous' | 'next' | 'last'
  readonly url: string
}

interface Searchset {
  readonly id: string
  /** When the search was made, in epoch milliseconds. */
  readonly lastUpdated: number
  readonly total: number | undefined
  readonly links: readonly Link[]
  readonly matches: readonly Match[]
  readonly detail: Detail
  /** The FHIR base of each fullUrl. */
  readonly base: string
}

/** The Bundle as minified JSON. No member is ever an empty array (FHIR R4 json.html). */
export function searchset({ id, lastUpdated, total, links, matches, detail, base }: Searchset): string {
  const head = JSON.stringify({
    resourceType: 'Bundle',
    id,
    meta: { lastUpdated: formatInstant(lastUpdated) },
    type: 'searchset',
    total,
    link: links,
  })
  if (matches.length === 0) return head
  const entries = matches.map((match) => entry(match, detail, base))
  return `${head.slice(0, -1)},"entry":[${entries.join(',')}]}`
}

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
