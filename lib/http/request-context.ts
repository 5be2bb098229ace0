// What the fast path of the server (server/http/fast/) tells peers of a request beside its headers (docs/decisions/0012-request-path.md).
// Without it a request has no context, and everything here is found in its headers or done without.

/** A tick of the event loop: which requests had begun to come in before a look, and so may be answered by what was seen then. */
export interface Tick {
  /** Whether later requests may have come in. */
  readonly isOver: boolean
}

/** A header section. Requests of one connection that came with equal ones have the same. */
export interface RequestHead {
  readonly headers: Headers
  /** What somebody has worked out from these headers, to have it with the next request. */
  memo?: object
}

export interface RequestContext {
  /** Undefined for a request that waits behind another one of its connection: it may have been sent at any time. */
  readonly tick: Tick | undefined
  readonly head: RequestHead
  /** X-Request-Id of the answer. */
  readonly requestId: string
  /** The caller's address. */
  readonly address: string
}

/** Where a request of the server has its context. */
export const REQUEST_CONTEXT: unique symbol = Symbol('context')

/** How a request came in; undefined for one that did not come by the fast path of the server. */
export const requestContextOf = (request: Request): RequestContext | undefined =>
  (request as { readonly [REQUEST_CONTEXT]?: RequestContext })[REQUEST_CONTEXT]
