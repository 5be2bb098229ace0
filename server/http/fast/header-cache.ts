// Caches the last header section of each connection. A client sends the same one repeatedly: comparing it with the
// previous one costs less than parsing, and the previous results stay valid.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHead } from '#lib/http/request-context.ts'
import { REQUEST_ID_HEADER, safeRequestId } from '#lib/http/request-id.ts'
import { headersView } from './request-view.ts'

export interface ConnectionHead extends RequestHead {
  /** True when a request with this head passed the server's checks. */
  isFit: boolean
  /** Alternating names and values, as received. */
  readonly raw: readonly string[]
  /** The index of the client's own X-Request-Id, which differs between requests; -1 when absent. */
  readonly requestIdAt: number
}

const LAST: unique symbol = Symbol('last head')
type Connection = Socket & { [LAST]?: ConnectionHead }

/** The head of a request: the connection's previous one when they are equal except for X-Request-Id. */
export function headOf(incoming: IncomingMessage): ConnectionHead {
  const connection = incoming.socket as Connection
  const last = connection[LAST]
  if (last && isEqual(last, incoming.rawHeaders)) return last
  const raw = incoming.rawHeaders
  const head = { headers: headersView(incoming), isFit: false, raw, requestIdAt: requestIdIn(raw) }
  connection[LAST] = head
  return head
}

/** The client's own request id, if it is safe to repeat. */
export const requestIdOf = ({ requestIdAt }: ConnectionHead, { rawHeaders }: IncomingMessage): string | undefined =>
  requestIdAt < 0 ? undefined : safeRequestId(rawHeaders[requestIdAt])

function isEqual({ raw, requestIdAt }: ConnectionHead, other: readonly string[]): boolean {
  if (raw.length !== other.length) return false
  for (let at = 0; at < raw.length; at += 1) if (raw[at] !== other[at] && at !== requestIdAt) return false
  return true
}

/**
 * Of several X-Request-Id headers, Node takes the first and appends the others. They then count like any other header.
 */
function requestIdIn(raw: readonly string[]): number {
  const places = raw.flatMap((name, at) => (at % 2 === 0 && name.toLowerCase() === REQUEST_ID_HEADER ? [at + 1] : []))
  return places.length === 1 ? (places[0] ?? -1) : -1
}
