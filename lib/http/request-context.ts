// Facts about a request that the fast path of the server (server/http/fast/) passes to peers (docs/decisions/0012-request-path.md).
// Without it a request has no context, and peers read the headers or do without.

/**
 * A tick of the event loop: groups the requests that had begun to arrive before a look-up, so that its result may
 * answer them all.
 */
export interface Tick {
  /** True when later requests may have arrived. */
  readonly isOver: boolean
}

/** A header section, shared by a connection's requests that have equal ones. */
export interface RequestHead {
  readonly headers: Headers
  /** A result derived from these headers, cached for the next request. */
  memo?: object
}

/** What the server knows of a request besides the request itself. */
export interface RequestContext {
  /** Undefined for a pipelined request that waits behind another one: it may have been sent at any time. */
  readonly tick: Tick | undefined
  readonly head: RequestHead
  /** X-Request-Id of the answer. */
  readonly requestId: string
  /** The caller's address. */
  readonly address: string
  /** True once the FHIR API has found no answer to it in memory: the server asks before it queues the request. */
  isNotCached: boolean
}

/** The property for the context of a server's request. */
export const REQUEST_CONTEXT: unique symbol = Symbol('context')

/** How a request arrived; undefined for one that did not come by the server's fast path. */
export const requestContextOf = (request: Request): RequestContext | undefined =>
  (request as { readonly [REQUEST_CONTEXT]?: RequestContext })[REQUEST_CONTEXT]
