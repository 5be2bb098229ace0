// The rate limit port of the peers. The limits and the counting are in one place, server/domain/rate-limits.ts.

import type { Maybe } from '../async/maybe.ts'

/** A limit that has been reached. */
export interface Exceeded {
  /** Whole seconds until the next request is served (RFC 9110 §10.2.3). */
  readonly retryAfter: number
  /** Requests that are served in one window. */
  readonly quota: number
  /** In seconds. */
  readonly window: number
}

/** One limit, with its counts. */
export interface RateLimit {
  /** Counts a request of a caller: an authenticated client, or an address. Undefined when it may proceed. */
  readonly count: (caller: string) => Maybe<Exceeded | undefined>
}

/** No limit, for load tests and for callers that are not counted. */
export const UNLIMITED: RateLimit = { count: () => undefined }

/** Headers of a refusal by rate limit: Retry-After and the limit (RFC 9110 §10.2.3, draft-ietf-httpapi-ratelimit-headers-10). */
export const rateLimitHeaders = ({ retryAfter, quota, window }: Exceeded): Readonly<Record<string, string>> => ({
  'retry-after': String(retryAfter),
  ratelimit: `"default";r=0;t=${retryAfter}`,
  'ratelimit-policy': `"default";q=${quota};w=${window}`,
})
