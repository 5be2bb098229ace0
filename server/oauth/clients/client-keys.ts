// Public keys of registered clients, inline or behind their jwks_uri; never taken from a token (RFC 8725 §3.10, AST-14,
// AST-20, AST-21).
import { createPublicKey, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { JWK } from 'jose'
import { type Clock, MINUTE, OVER, type Period, periodFrom, SECOND } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { problemText } from '#lib/i18n/problems.ts'
import type { Log } from '#lib/log.ts'
import { JWS_ALGORITHMS, type JwsAlgorithm } from '#lib/oauth/jws-algorithms.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { Client } from '../store.ts'
import { chooseKey, fitsAlgorithm, jwkProblem, keyName } from './client-jwk.ts'
import { JwksError, readJwksDocument } from './fetch-jwks.ts'
import type { JwksUrlRules } from './jwks-url-rules.ts'

/**
 * At most one refetch per set and minute for an unknown kid: a flood of invented kids does not burden the client's
 * server.
 */
const UNKNOWN_KID_PAUSE_MS = MINUTE
/** After a failure, a server is not called for this long, so that a dead one does not cost every request five seconds. */
const FAILURE_PAUSE_MS = 10 * SECOND
const MAX_SETS = 1000

export interface ClientKeys {
  /** The one registered key that the header refers to; undefined when there is none or the keys are unavailable. */
  readonly find: (client: Registered, alg: JwsAlgorithm, kid: string | undefined) => Promise<KeyObject | undefined>
  /**
   * The keys that were available for verification at the last look-up: for the client's administrators, not for its
   * caller.
   */
  readonly known: (client: Registered) => KnownKeys
}

/** Keys, by the values that identify them in a header. */
export interface KnownKeys {
  /** The kid of each key; null for a key that needs no kid. */
  readonly kid: readonly (string | null)[]
  /** The algorithms that these keys fit. */
  readonly alg: readonly JwsAlgorithm[]
  /** Keys that are not used, with the reason. */
  readonly refused?: readonly string[]
  readonly jwks_uri?: string
  /** Why the JWKS URL gave no keys. */
  readonly jwks_problem?: string
}

type Registered = Pick<Client, 'jwks' | 'jwksUrl'>

interface KeptSet {
  keys: readonly JWK[]
  /** True while the fetched keys may be used; undefined while there are none. */
  isFresh: Period | undefined
  /** True while an unknown kid is no reason to fetch. */
  isUnknownKidPaused: Period
  /** True while nothing is fetched, after a failure. */
  isFailurePaused: Period
  loading: Promise<void> | undefined
  /** Why the last fetch gave no keys. */
  problem: string | undefined
}

const NEVER_FETCHED: Readonly<KeptSet> = {
  keys: [],
  ...{ isFresh: undefined, isUnknownKidPaused: OVER, isFailurePaused: OVER },
  ...{ loading: undefined, problem: undefined },
}

export interface ClientKeysDeps {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  readonly rules: JwksUrlRules
}

/**
 * The keys of clients, with a bounded cache of fetched sets. A failed fetch is logged, and the client has no keys then.
 */
export function createClientKeys({ fetch, clock, log, rules }: ClientKeysDeps): ClientKeys {
  const sets = recentlyUsed<KeptSet>(MAX_SETS)

  const load = async (url: string, set: KeptSet): Promise<void> => {
    try {
      const { keys, lifetime } = await readJwksDocument(fetch, url, rules)
      if (!isDeepStrictEqual(set.keys, keys)) set.keys = keys // The same objects are judged and imported once.
      set.isFresh = periodFrom(clock, lifetime)
      set.problem = undefined
    } catch (cause) {
      // Unconfirmed keys are not used: the client may have withdrawn one.
      set.keys = []
      set.isFresh = undefined
      set.isFailurePaused = periodFrom(clock, FAILURE_PAUSE_MS)
      set.problem = problemText(cause instanceof JwksError ? cause.problem : { name: 'jwks_unread' })
      log.warn({ jwksUrl: url, cause: String(cause) }, 'the keys of a client could not be fetched')
    }
  }

  /** Requests that need the set at the same time share one fetch. */
  const reload = (url: string, set: KeptSet): Promise<void> => {
    set.loading ??= load(url, set).finally(() => {
      set.loading = undefined
    })
    return set.loading
  }

  const fetched = async (url: string, alg: JwsAlgorithm, kid: string | undefined): Promise<JWK | undefined> => {
    const set = sets.get(url) ?? { ...NEVER_FETCHED }
    sets.set(url, set)
    const chosen = () => chooseKey(set.keys, alg, kid)
    if (set.isFailurePaused()) return undefined
    const isCold = set.isFresh === undefined
    const isStale = chosen() !== undefined && !set.isFresh?.()
    const mayAskForUnknown = chosen() === undefined && !set.isUnknownKidPaused()
    if (mayAskForUnknown && !isCold) set.isUnknownKidPaused = periodFrom(clock, UNKNOWN_KID_PAUSE_MS)
    if (isCold || isStale || mayAskForUnknown) await reload(url, set)
    else await set.loading
    if (!chosen()) set.isUnknownKidPaused = periodFrom(clock, UNKNOWN_KID_PAUSE_MS)
    return chosen()
  }

  return {
    find: async ({ jwks, jwksUrl }, alg, kid) => {
      const jwk = jwks ? chooseKey(jwks.keys, alg, kid) : jwksUrl ? await fetched(jwksUrl, alg, kid) : undefined
      return jwk && imported(jwk)
    },
    known: ({ jwks, jwksUrl }) => {
      if (jwks || !jwksUrl) return namesOf(jwks?.keys ?? [])
      const { keys, problem } = sets.peek(jwksUrl) ?? NEVER_FETCHED
      return { ...namesOf(keys), jwks_uri: jwksUrl, ...(problem === undefined ? {} : { jwks_problem: problem }) }
    },
  }
}

/** By key: never by a member such as kid, which another client could copy. */
const keyObjects = new WeakMap<JWK, KeyObject>()

function imported(jwk: JWK): KeyObject {
  const key = keyObjects.get(jwk) ?? createPublicKey({ key: jwk, format: 'jwk' })
  keyObjects.set(jwk, key)
  return key
}

/** The most keys that are listed. */
const MOST_NAMED = 20

function namesOf(all: readonly JWK[]): KnownKeys {
  const keys = all.slice(0, MOST_NAMED)
  const usable = keys.filter((jwk) => jwkProblem(jwk) === undefined)
  const refused = keys.flatMap((jwk, index) => {
    const name = jwkProblem(jwk)
    return name ? [problemText({ name, about: keyName(jwk, index) })] : []
  })
  return {
    kid: [...usable.flatMap(({ kid }) => kid ?? []), ...(usable.length === 1 ? [null] : [])],
    alg: JWS_ALGORITHMS.filter((alg) => usable.some((jwk) => fitsAlgorithm(jwk, alg))),
    ...(refused.length > 0 ? { refused } : {}),
  }
}

export const keysText = ({ kid, alg, refused = [], jwks_problem }: KnownKeys): string =>
  [
    jwks_problem ??
      `Registered: ${kid.filter((one) => one !== null).join(', ') || 'none'} (${alg.join(', ') || 'no algorithm'}).`,
    ...refused,
  ].join(' ')
