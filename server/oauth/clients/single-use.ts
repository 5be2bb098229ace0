// Launch tokens and assertions are used once (conformance LTK-07, AST-12). The endpoint that they are meant for claims
// them, the token tools look them up, and both refuse in the same words.
import { numericDate } from '#lib/clock.ts'
import type { OauthDeps } from '../deps.ts'
import type { Jti } from '../store.ts'
import { CLOCK_SKEW_S, MAX_LIFETIME_S, rememberedUntil } from './signed-by-client.ts'

interface Times {
  /** NumericDate; an assertion may omit it. */
  readonly iat: number | undefined
  readonly exp: number
}

/** A token with a verified signature. */
export interface SingleUseToken extends Times {
  readonly kind: 'launch' | 'assertion'
  /** The client that signed it. */
  readonly issuer: string
  readonly jti: Jti
}

type Stores = Pick<OauthDeps['stores'], 'replay' | 'restoredAt'>

const USED = {
  launch: 'the launch was used before; each launch needs a new token.',
  assertion: 'jti was used before; each assertion needs a new one.',
}
const MAY_HAVE_BEEN_USED = {
  launch: 'the server was restored from a backup; wait half a minute and launch again.',
  assertion: 'the server was restored from a backup; wait half a minute and send a new assertion with iat.',
}

/**
 * Uses up the token. Resolves to the problem for its refusal, or undefined. Called after the signature check, so that
 * another party cannot use up a jti (conformance TOK-16). The insert decides between concurrent requests.
 */
export async function claimOnce({ replay, restoredAt }: Stores, token: SingleUseToken): Promise<string | undefined> {
  const { kind, issuer, jti, exp } = token
  if (mayHaveBeenUsed(token, restoredAt())) return MAY_HAVE_BEEN_USED[kind]
  return (await replay.claim(kind, issuer, jti, rememberedUntil(exp))) ? undefined : USED[kind]
}

/** What `claimOnce` would answer now; consumes nothing. */
export async function reuseProblem({ replay, restoredAt }: Stores, token: SingleUseToken): Promise<string | undefined> {
  const { kind, issuer, jti } = token
  if (mayHaveBeenUsed(token, restoredAt())) return MAY_HAVE_BEEN_USED[kind]
  return (await replay.isClaimed(kind, issuer, jti)) ? USED[kind] : undefined
}

/**
 * True for a token that may have been used before the domain was restored from a backup at `restoredAt` (epoch
 * milliseconds): uses after that backup are unknown. Tokens live five minutes at most, so this soon ends.
 */
export function mayHaveBeenUsed({ iat, exp }: Times, restoredAt: number | undefined): boolean {
  if (restoredAt === undefined) return false
  // A token that was accepted before the restoration was issued by a clock at most the skew ahead, and expired within
  // the longest lifetime.
  const latest = numericDate(restoredAt) + CLOCK_SKEW_S
  return iat === undefined ? exp <= latest + MAX_LIFETIME_S : iat <= latest
}
