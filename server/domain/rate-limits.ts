// Rate limits of the machine interface (conformance LIM-01 to LIM-04); server/domain/apply-rate-limit.ts applies them. An
// authenticated client is counted by its client_id, other callers by address, so that nobody can use up another
// client's quota.
import type { Limiter, Limiters } from '#lib/http/limiter.ts'
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
/** Tests that people send to the receivers of one app: enough to mend one, too few to trouble whoever is at its address. */
const TESTS_PER_APP = 10
/** Inactive tokens that a client may ask about (conformance INT-12). */
const INACTIVE_TOKENS = 30

export interface Limits {
  readonly token: { readonly client: RateLimit; readonly address: RateLimit }
  readonly authorize: RateLimit
  readonly introspect: { readonly client: RateLimit; readonly address: RateLimit }
  /** Pages of a log-in or a launch; counted by page and network. */
  readonly pages: RateLimit
  /** Requests by our pages' scripts, and unauthenticated ones elsewhere; counted by API and network. */
  readonly api: RateLimit
  /** Of the inactive tokens that a client introspects. */
  readonly inactive: Limiter | undefined
  readonly fhir: { readonly client: RateLimit; readonly address: RateLimit }
  readonly developers: {
    readonly changes: RateLimit
    readonly inspect: RateLimit
    readonly console: RateLimit
    /** Of notifications that are tests, by client_id of the receiver's app. */
    readonly tests: RateLimit
  }
}

/** The counters, which all processes share; no limits without limiters. */
export function createLimits(limiters: Limiters | undefined, quotas: Quotas): Limits {
  const limit = (name: string, quota: number) => (limiters ? counter(limiters, name, quota) : UNLIMITED)
  const addressLimit = (name: string, quota: number) => perNetwork(limit(`${name} address`, quota))
  return {
    token: { client: limit('token', quotas.tokenPerClient), address: addressLimit('token', quotas.tokenPerAddress) },
    authorize: addressLimit('authorize', quotas.authorizePerAddress),
    introspect: {
      client: limit('introspect', quotas.fhir),
      address: addressLimit('introspect', quotas.tokenPerAddress),
    },
    pages: limit('pages', quotas.pagesPerAddress),
    api: limit('api', quotas.apiPerAddress),
    inactive: limiters && inactiveTokens(limiters),
    fhir: { client: limit('fhir', quotas.fhir), address: addressLimit('fhir', quotas.fhir) },
    developers: {
      changes: limit('changes', CHANGES_PER_ACCOUNT),
      inspect: addressLimit('inspect', INSPECTED_PER_ADDRESS),
      console: addressLimit('console', SENT_PER_ADDRESS),
      tests: limit('tests', TESTS_PER_APP),
    },
  }
}

/** Of the inactive tokens of each client: one that has asked about the last of them waits. */
export const inactiveTokens = (limiters: Limiters): Limiter =>
  limiters.exact('inactive', { points: INACTIVE_TOKENS - 1, duration: WINDOW_S })

/** Counts per caller, in a minute that starts with its first request; a caller is forgotten when that minute ends. */
function counter(limiters: Limiters, name: string, quota: number): RateLimit {
  const { count } = limiters.eventual(name, { points: quota, duration: WINDOW_S })
  return {
    count: async (caller) => {
      const retryAfter = await count(caller)
      return retryAfter === undefined ? undefined : { retryAfter, quota, window: WINDOW_S }
    },
  }
}

const perNetwork = ({ count }: RateLimit): RateLimit => ({ count: (address) => count(networkOf(address)) })
