// Caches the last header section of each connection. A client sends the same one again and again: comparing it with the previous
// one costs less than parsing it, and the previous results are valid for it.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHead } from '#lib/http/request-context.ts'
import { REQUEST_ID_HEADER, safeRequestId } from '#lib/http/request-id.ts'
import { headersView } from './request-view.ts'

export interface ConnectionHead extends RequestHead {
  /** True when a request with this head passed the server's checks. */
  isFit: boolean
  /** Names and values alternately, as they came. */
  readonly raw: readonly string[]
  /** Where in these the client's own X-Request-Id is, which differs from request to request; -1 where there is none. */
  readonly requestIdAt: number
}

const LAST: unique symbol = Symbol('last head')
type Connection = Socket & { [LAST]?: ConnectionHead }

/** The head of a request: that of the one before on this connection, where it is equal but for X-Request-Id. */
export function headOf(incoming: IncomingMessage): ConnectionHead {
  const connection = incoming.socket as Connection
  const last = connection[LAST]
  if (last && isEqual(last, incoming.rawHeaders)) return last
  const raw = incoming.rawHeaders
  const head = { headers: headersView(incoming), isFit: false, raw, requestIdAt: requestIdIn(raw) }
  connection[LAST] = head
  return head
}

/** The client's own id of a request with this head, where it is safe to repeat. */
export const requestIdOf = ({ requestIdAt }: ConnectionHead, { rawHeaders }: IncomingMessage): string | undefined =>
  requestIdAt < 0 ? undefined : safeRequestId(rawHeaders[requestIdAt])

function isEqual({ raw, requestIdAt }: ConnectionHead, other: readonly string[]): boolean {
  if (raw.length !== other.length) return false
  for (let at = 0; at < raw.length; at += 1) if (raw[at] !== other[at] && at !== requestIdAt) return false
  return true
}

/** Of several, Node gives the first and joins the others to it: then they count as any header does. */
function requestIdIn(raw: readonly string[]): number {
  const places = raw.flatMap((name, at) => (at % 2 === 0 && name.toLowerCase() === REQUEST_ID_HEADER ? [at + 1] : []))
  return places.length === 1 ? (places[0] ?? -1) : -1
}
