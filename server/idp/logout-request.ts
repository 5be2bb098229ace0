// A log-out that a relying party asks for: who it is for, and where the browser goes afterwards (OpenID Connect RP-Initiated
// Logout 1.0 §2, §3).
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { SECOND } from '#lib/clock.ts'
import type { Params } from '#lib/http/params.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import type { IdpDeps } from './deps.ts'

export const LOGOUT_PARAMETERS = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'] as const

const LONGEST_STATE = 2048

export interface LogoutRequest {
  /** The account that the relying party had logged in, proven by an id_token of ours; undefined where nothing proves it. */
  readonly account: string | undefined
  /** Where to go on, with the state; undefined where the relying party has no such address registered. */
  readonly goOn: string | undefined
}

/** Reads what a relying party asks. What does not hold is left out: whoever wants to log out is not held up by it. */
export async function logoutRequest(deps: Pick<IdpDeps, 'issuer' | 'keys' | 'relyingParties'>, params: Params) {
  const hint = await provenHint(deps, params.get('id_token_hint'))
  const clientId = params.get('client_id') ?? hint?.clientId
  if (hint && hint.clientId !== clientId) return { account: undefined, goOn: undefined }
  const party = deps.relyingParties.find((one) => one.clientId === clientId)
  const uri = params.get('post_logout_redirect_uri')
  const known = uri !== undefined && !params.repeated.has('post_logout_redirect_uri')
  const state = params.get('state')
  const goOn = known && party?.postLogoutRedirectUris.includes(uri) ? uri : undefined
  return {
    account: hint?.account,
    goOn: goOn && state && state.length <= LONGEST_STATE ? withQuery(goOn, { state }) : goOn,
  } satisfies LogoutRequest
}

/** An id_token that this provider issued, however long ago: it proves who was logged in, and nothing else here (§2). */
async function provenHint({ issuer, keys }: Pick<IdpDeps, 'issuer' | 'keys'>, hint: string | undefined) {
  if (!hint) return undefined
  try {
    const { iat = 0 } = decodeJwt(hint)
    const { payload } = await jwtVerify(hint, createLocalJWKSet({ keys: [...(await keys.publicJwks()).keys] }), {
      issuer,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'aud', 'iat', 'exp'],
      currentDate: new Date(iat * SECOND),
    })
    return typeof payload.aud === 'string' && payload.sub ? { clientId: payload.aud, account: payload.sub } : undefined
  } catch {
    return undefined // Not ours, or of a key that was revoked.
  }
}
