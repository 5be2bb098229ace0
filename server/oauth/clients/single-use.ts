// Launch tokens and assertions are used once (conformance LTK-07, AST-12): claimed by the endpoint that they are for, looked up by
// the token tools, refused by both in the same words.
import { numericDate } from '#lib/clock.ts'
import type { OauthDeps } from '../deps.ts'
import { CLOCK_SKEW_S, MAX_LIFETIME_S, rememberedUntil } from './signed-by-client.ts'

interface Times {
  /** NumericDate; an assertion need not say it. */
  readonly iat: number | undefined
  readonly exp: number
}

/** A token whose signature holds. */
export interface SingleUseToken extends Times {
  readonly kind: 'launch' | 'assertion'
  /** The client that signed it. */
  readonly issuer: string
  readonly jti: string
}

type Stores = Pick<OauthDeps['stores'], 'replay' | 'restoredAt'>

const USED = {
  launch: 'the launch was used before; each launch needs a new token.',
  assertion: 'jti was used before; each assertion needs a new one.',
}
const MAY_HAVE_BEEN_USED = {
  launch: 'the server was restored from a backup; launch again in half a minute.',
  assertion: 'the server was restored from a backup; make a new assertion, with iat, in half a minute.',
}

/**
 * Uses the token up. Resolves to what its refusal says, or undefined. Asked after the signature, so that another party cannot use
 * up a jti (conformance TOK-16); the insert decides between concurrent requests.
 */
export async function claimOnce({ replay, restoredAt }: Stores, token: SingleUseToken): Promise<string | undefined> {
  const { kind, issuer, jti, exp } = token
  if (mayHaveBeenUsed(token, restoredAt)) return MAY_HAVE_BEEN_USED[kind]
  return (await replay.claim(kind, issuer, jti, rememberedUntil(exp))) ? undefined : USED[kind]
}

/** What `claimOnce` would say now; uses nothing up. */
export async function reuseProblem({ replay, restoredAt }: Stores, token: SingleUseToken): Promise<string | undefined> {
  const { kind, issuer, jti } = token
  if (mayHaveBeenUsed(token, restoredAt)) return MAY_HAVE_BEEN_USED[kind]
  return (await replay.isClaimed(kind, issuer, jti)) ? USED[kind] : undefined
}

/**
 * True for a token that may have been used before the domain was restored from a backup, at `restoredAt` (epoch milliseconds):
 * those used since the backup are unknown. Tokens live five minutes at most, so this is over soon.
 */
export function mayHaveBeenUsed({ iat, exp }: Times, restoredAt: number | undefined): boolean {
  if (restoredAt === undefined) return false
  // A token accepted then was issued by a clock at most the skew ahead, and expired within its longest lifetime.
  const latest = numericDate(restoredAt) + CLOCK_SKEW_S
  return iat === undefined ? exp <= latest + MAX_LIFETIME_S : iat <= latest
}
