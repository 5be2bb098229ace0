// Answers to reads, repeated for the same client and request while their data is unchanged. The caller is authenticated, counted
// and audited each time (docs/decisions/0012-request-path.md).
import type { ReadInteraction } from '#lib/audit/audit.ts'
import { linesOf, type ResponseParts } from '#lib/http/plain-response.ts'
import { REQUEST_ID_HEADER } from '#lib/http/request-id.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import { type BoundedCache, boundedCache } from './bounded-cache.ts'
import type { CachedCaller } from './caller-cache.ts'
import { versionedCache } from './versioned-cache.ts'

export interface CachedAnswer {
  /** Without X-Request-Id, which differs per request. */
  readonly parts: ResponseParts
  readonly interaction: ReadInteraction
  readonly shown: readonly string[]
}

export type ResponseCache = BoundedCache<CachedAnswer>

const BOUNDS = { most: 20_000, bytes: 24 * 2 ** 20, bytesOfOne: 64 * 1024 }
/** The size of an answer without its body: its headers and its key. */
const BYTES_BESIDE_BODY = 1500

/** The answers for a state of the resources; dropped with the next state. */
export const responseCache = (): ((versions: unknown) => ResponseCache) =>
  versionedCache(() => boundedCache<CachedAnswer>(BOUNDS))

/** The key: the caller with their current rights, the URL, and the conditions. */
export const keyOf = ({ number }: CachedCaller, url: string, conditions: string): string => number + url + conditions

export const offerAnswer = (answers: ResponseCache, key: string, answer: CachedAnswer): void =>
  answers.offer(key, lengthOf(answer.parts) + BYTES_BESIDE_BODY, () => ready(answer))

/** Requests with these headers are never cached: they are rare, or identify the request. */
const UNUSUAL = ['authentication', 'origin', 'prefer', TRACE_HEADER]
/** Headers that affect the answer. */
const DECIDING = ['accept', 'accept-encoding', 'if-none-match', 'if-modified-since']

/** Everything besides caller and address that affects the answer; undefined when other headers might. */
export function conditionsOf(headers: Headers): string | undefined {
  for (const header of UNUSUAL) if (headers.has(header)) return undefined
  let conditions = ''
  for (const header of DECIDING) {
    const value = headers.get(header)
    if (value !== null) conditions += `\n${header}:${value}`
  }
  return conditions
}

const lengthOf = ({ body }: ResponseParts): number => body?.length ?? 0

/** Copied out of Node's buffer pool, because a slice of it would keep the whole pool alive. */
function bytesOf(body: ResponseParts['body']): ResponseParts['body'] {
  if (typeof body !== 'string') return body
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  bytes.write(body)
  return bytes
}

/** With the headers in Node's format, and the body as bytes. */
function ready({ parts: { status, headers, body }, ...answer }: CachedAnswer): CachedAnswer {
  const { [REQUEST_ID_HEADER]: _own, ...shared } = headers
  return { ...answer, parts: { status, headers: shared, body: bytesOf(body), lines: linesOf(shared) } }
}
