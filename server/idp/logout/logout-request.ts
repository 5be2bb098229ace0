// A relying party's log-out request: its session and the address to return to (OpenID Connect RP-Initiated Logout 1.0 §2, §3).
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { SECOND } from '#lib/clock.ts'
import type { Params } from '#lib/http/params.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import type { IdpDeps } from '../deps.ts'

export const LOGOUT_PARAMETERS = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'] as const

const LONGEST_STATE = 2048

export interface LogoutRequest {
  /** The account that the relying party had logged in, proven by an id_token of ours; otherwise undefined. */
  readonly account: string | undefined
  /** The session of that id_token, which need not be the browser's. */
  readonly sid: string | undefined
  /** The address to return to, including the state; undefined when the relying party has not registered it. */
  readonly goOn: string | undefined
}

/** Parses a relying party's request. Invalid parts are ignored, because they must not keep a person from logging out. */
export async function logoutRequest(deps: Pick<IdpDeps, 'issuer' | 'keys' | 'relyingParties'>, params: Params) {
  const hint = await provenHint(deps, params.get('id_token_hint'))
  const clientId = params.get('client_id') ?? hint?.clientId
  if (hint && hint.clientId !== clientId) return { account: undefined, sid: undefined, goOn: undefined }
  const party = deps.relyingParties.find((one) => one.clientId === clientId)
  const uri = params.get('post_logout_redirect_uri')
  const known = uri !== undefined && !params.repeated.has('post_logout_redirect_uri')
  const state = params.get('state')
  const goOn = known && party?.postLogoutRedirectUris.includes(uri) ? uri : undefined
  return {
    account: hint?.account,
    sid: hint?.sid,
    goOn: goOn && state && state.length <= LONGEST_STATE ? withQuery(goOn, { state }) : goOn,
  } satisfies LogoutRequest
}

/** An id_token that this provider issued, of any age: here it proves only who was logged in (§2). */
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
    const sid = typeof payload['sid'] === 'string' ? payload['sid'] : undefined
    return typeof payload.aud === 'string' && payload.sub
      ? { clientId: payload.aud, account: payload.sub, sid }
      : undefined
  } catch {
    return undefined // Not ours, or signed with a revoked key.
  }
}
