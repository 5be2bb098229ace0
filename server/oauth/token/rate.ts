// Rate limits of the token and introspection endpoints: per authenticated client, or per address for unauthenticated requests
// (conformance LIM-01, LIM-04).
import { type RateLimit, rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { Refusal } from '../refusal.ts'

const TOO_MANY_REQUESTS = 429 // RFC 6585 §4

/** Counts a request. Throws the Refusal of the rate limit when there are too many. */
export async function assertRate(
  check: 'token.rate' | 'introspect.rate',
  limit: RateLimit,
  caller: string,
): Promise<void> {
  const exceeded = await limit.count(caller)
  if (exceeded)
    throw new Refusal(check, 'temporarily_unavailable', 'too many requests; wait as long as Retry-After says.', {
      status: TOO_MANY_REQUESTS,
      headers: rateLimitHeaders(exceeded),
    })
}
