// Who sends a request, and whether they may send another one now.
import { andThen, type Maybe, rescued } from '#lib/async/maybe.ts'
import { queryParams } from '#lib/http/params.ts'
import { type Exceeded, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import type { Authenticate } from './bearer.ts'
import { bearerFacts, claimedClient } from './bearer-facts.ts'
import type { StateMemory } from './cache-port.ts'
import type { Caller } from './caller.ts'
import type { Reply } from './http/send.ts'
import { FhirError } from './outcome.ts'

/** Authenticates the caller and counts the request against its rate limit: by client, or by address without a valid token. */
export function callerOf(
  reply: Reply,
  authenticate: Authenticate,
  remembered: StateMemory | undefined,
  exceeded: Exceeded | undefined,
): Maybe<Caller> {
  const { deps, request, recorder } = reply
  const check = () =>
    recorder.check(
      'fhir.bearer',
      () => authenticate(request.headers, queryParams(request), remembered),
      () => bearerFacts(deps, request.headers),
    )
  return rescued(
    () =>
      andThen(check(), (caller) => {
        recorder.client(caller.clientId)
        return andThen(exceeded ?? deps.limits.client.count(caller.clientId), (tooMany) => {
          assertRate(tooMany)
          return caller
        })
      }),
    (error) => counted(reply, error),
  )
}

/** Counts an unauthenticated request against its address. Throws the error, or the refusal of the rate limit. */
function counted({ deps, request, requestId, recorder }: Reply, error: unknown): Maybe<never> {
  if (!(error instanceof FhirError) || error.status !== 401) throw error
  // The recorder records an invalid token; for a missing one this line is the only record.
  if (!error.explanation)
    deps.log.info({ check: 'fhir.bearer', status: 401, requestId, ip: deps.clientAddress(request) }, 'refused')
  recorder.subject({ clientId: claimedClient(request.headers) })
  return andThen(deps.limits.address.count(deps.clientAddress(request)), (exceeded) => {
    assertRate(exceeded)
    throw error
  })
}

/** Throws FhirError when the rate limit is exceeded (conformance LIM-02). */
function assertRate(exceeded: Exceeded | undefined): void {
  if (exceeded)
    throw new FhirError(429, 'throttled', 'Wait as long as Retry-After says.', { headers: rateLimitHeaders(exceeded) })
}
