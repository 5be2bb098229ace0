// Outbound fetch: the domain's own addresses are answered inside the process, everything else within limits.
import type { Fetch, Handler } from '#lib/http/handler.ts'

/** Longest wait for an answer from outside, in milliseconds (conformance AST-22, IDP-18). */
const TIMEOUT_MS = 5000

/** fetch with a time limit and without following redirects: a redirect could lead to a place nobody approved. */
export const boundedFetch: Fetch = (input, init = {}) => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  return fetch(input, { ...init, signal, redirect: 'manual' })
}

/**
 * A fetch for the peers of one process: what lies below one of `ownBases` and has a handler is answered by it,
 * so that a domain behind a proxy, whose public name it may not be able to reach itself, works all the same.
 */
export function domainFetch(
  ownBases: readonly string[],
  handlerFor: (url: URL, method: string) => Handler | undefined,
  network: Fetch,
): Fetch {
  const own = new Set(ownBases.map((base) => new URL(base).origin))
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!own.has(url.origin)) return network(input, init)
    const request = new Request(input, init)
    const handler = handlerFor(url, request.method)
    return handler ? handler(request) : network(input, init)
  }
}
