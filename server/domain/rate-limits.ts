// Rate limits of the machine interface (conformance LIM-01 to LIM-04); server/domain/limited.ts applies them. An authenticated
// client is counted by its client_id, other callers by address, so that no one can use up another client's requests.
import { limiter } from '#lib/http/limiter.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { type RateLimit, UNLIMITED } from '#lib/http/rate-limit.ts'
import type { Quotas } from '../config/quotas.ts'

/** Every quota is for a minute. */
const WINDOW_S = 60
/** Changes that one developer makes to apps, and fetches of keys that they ask for. */
const CHANGES_PER_ACCOUNT = 20
/** Tokens that are inspected for one address: a person who tries things, not a machine that guesses. */
const INSPECTED_PER_ADDRESS = 30
/** FHIR requests that people send from the console: they count for the domain's own clients, which others need, too. */
const SENT_PER_ADDRESS = 60

export interface Limits {
  readonly token: { readonly client: RateLimit; readonly address: RateLimit }
  readonly authorize: RateLimit
  readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
  /** Pages of a log-in or a launch; counted by page and network. */
  readonly pages: RateLimit
  /** Requests of our pages' scripts, and unauthenticated ones elsewhere; counted by API and network. */
  readonly api: RateLimit
  /** True when clients that introspect many inactive tokens have to wait. */
  readonly scanning: boolean
  readonly fhir: { readonly client: RateLimit; readonly address: RateLimit }
  readonly developers: { readonly changes: RateLimit; readonly inspect: RateLimit; readonly console: RateLimit }
}

/** Counters in the memory of this process; none at all when `limited` is false. */
export function createLimits(limited: boolean, quotas: Quotas): Limits {
  const limit = (quota: number) => (limited ? counter(quota) : UNLIMITED)
  const addressLimit = (quota: number) => perNetwork(limit(quota))
  return {
    token: { client: limit(quotas.tokenPerClient), address: addressLimit(quotas.tokenPerAddress) },
    authorize: addressLimit(quotas.authorizePerAddress),
    introspect: { client: limit(quotas.fhir), address: addressLimit(quotas.tokenPerAddress) },
    pages: limit(quotas.pagesPerAddress),
    api: limit(quotas.apiPerAddress),
    scanning: limited,
    fhir: { client: limit(quotas.fhir), address: addressLimit(quotas.fhir) },
    developers: {
      changes: limit(CHANGES_PER_ACCOUNT),
      inspect: addressLimit(INSPECTED_PER_ADDRESS),
      console: addressLimit(SENT_PER_ADDRESS),
    },
  }
}

/** Counts per caller from its first request on; a caller is forgotten when its minute is over. */
function counter(quota: number): RateLimit {
  const { count } = limiter({ points: quota, duration: WINDOW_S })
  return {
    count: async (caller) => {
      const retryAfter = await count(caller)
      return retryAfter === undefined ? undefined : { retryAfter, quota, window: WINDOW_S }
    },
  }
}

const perNetwork = ({ count }: RateLimit): RateLimit => ({ count: (address) => count(networkOf(address)) })
