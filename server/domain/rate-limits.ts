// How often the machine interface may be called (conformance LIM-01 to LIM-04, decision E30); server/domain/limited.ts says where. A client that has proven itself
// is counted under its own name, whoever has not under its address: so nobody can use up the calls of another client.
import { limiter } from '#lib/http/limiter.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { type RateLimit, UNLIMITED } from '#lib/http/rate-limit.ts'
import type { Quotas } from '../config/quotas.ts'

/** Every quota is for a minute. */
const WINDOW_S = 60
/** Changes that one developer makes to apps, and fetches of keys that they ask for. */
const CHANGES_PER_ACCOUNT = 20
/** Tokens that are judged for one address: a person who tries things, not a machine that guesses. */
const JUDGED_PER_ADDRESS = 30

export interface Limits {
  readonly token: { readonly client: RateLimit; readonly address: RateLimit }
  readonly authorize: RateLimit
  readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
  /** What a person's browser visits on the way through a log-in or a launch; of a name and a network, as its callers say it. */
  readonly pages: RateLimit
  /** What the scripts of our pages ask for, and who proves nothing elsewhere; of a name and a network. */
  readonly api: RateLimit
  /** Whether those who ask about many inactive tokens have to wait. */
  readonly scanning: boolean
  readonly fhir: { readonly client: RateLimit; readonly address: RateLimit }
  readonly developers: { readonly changes: RateLimit; readonly judge: RateLimit }
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
    developers: { changes: limit(CHANGES_PER_ACCOUNT), judge: addressLimit(JUDGED_PER_ADDRESS) },
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
