// Rate limits of the machine interface (conformance LIM-01 to LIM-04); server/domain/apply-rate-limit.ts applies them. An
// authenticated client is counted by its client_id, other callers by address, so that nobody can use up another
// client's quota.
import { limiter } from '#lib/http/limiter.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { type RateLimit, UNLIMITED } from '#lib/http/rate-limit.ts'
import type { Quotas } from '../config/quotas.ts'

/** Every quota is per minute. */
const WINDOW_S = 60
/** A developer's changes to apps, and the key fetches that they request. */
const CHANGES_PER_ACCOUNT = 20
/** Tokens inspected for one address: enough for a person trying things, not for a machine that guesses. */
const INSPECTED_PER_ADDRESS = 30
/**
 * FHIR requests that people send from the console. They use the quota of the domain's own clients, which others need
 * too.
 */
const SENT_PER_ADDRESS = 60

export interface Limits {
  readonly token: { readonly client: RateLimit; readonly address: RateLimit }
  readonly authorize: RateLimit
  readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
  /** Pages of a log-in or a launch; counted by page and network. */
  readonly pages: RateLimit
  /** Requests by our pages' scripts, and unauthenticated ones elsewhere; counted by API and network. */
  readonly api: RateLimit
  /** True to make clients wait that introspect many inactive tokens. */
  readonly scanning: boolean
  readonly fhir: { readonly client: RateLimit; readonly address: RateLimit }
  readonly developers: { readonly changes: RateLimit; readonly inspect: RateLimit; readonly console: RateLimit }
}

/** Counters in this process's memory; no limits when `limited` is false. */
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

/** Counts per caller, in a minute that starts with its first request; a caller is forgotten when that minute ends. */
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
