// X-Request-Id: the number that a person reports and that the log has for the same request (conformance ERR-05).
import { requestContextOf } from './request-context.ts'

/** The header of the id, in requests and answers. */
export const REQUEST_ID_HEADER = 'x-request-id'

const SAFE = /^[A-Za-z0-9\-._:/+=@]{1,200}$/

/** The client's own id, if it is safe to repeat and to log. */
export const safeRequestId = (given: string | null | undefined): string | undefined =>
  given && SAFE.test(given) ? given : undefined

/**
 * The X-Request-Id of the answer to a request, for the log; undefined for a request that did not come through the
 * server and has none.
 */
export const requestIdOf = (request: Request): string | undefined =>
  requestContextOf(request)?.requestId ?? safeRequestId(request.headers.get(REQUEST_ID_HEADER))
