// The client of the shared identity provider: an OpenID code flow with PKCE, state and nonce, everything verified (OpenID Connect
// Core §3.1, RFC 7636, RFC 9207; conformance IDP-01 to IDP-06, IDP-18).
import { authorizationCodeGrant, buildAuthorizationUrl, fetchUserInfo, type IDToken } from 'openid-client'
import { numericDate } from '#lib/clock.ts'
import { isAtUserinfo, withUserinfo } from '#lib/oauth/claims-from.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import type { OauthDeps, ProviderClient } from '../deps.ts'
import { IdpConnection, type Known, TOLERANCE_S } from './idp-connection.ts'
import { IdpError } from './idp-error.ts'

export interface LoginRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly prompt?: string | undefined
  readonly maxAge?: number | undefined
  readonly loginHint?: string | undefined
}

export interface LoginChecks {
  readonly nonce: string
  readonly verifier: string
  readonly maxAge?: number | undefined
  /** Epoch seconds: after a request with prompt=login, an earlier log-in is too old. */
  readonly loggedInSince?: number | undefined
}

/** A login that the provider vouches for. */
export interface VerifiedLogin {
  /** The claims of the id_token, including the claim that names the person, from its source. */
  readonly claims: IDToken
  readonly idToken: string
}

export interface IdpClient {
  /** The provider's URL that starts a log-in. Throws IdpError. */
  readonly loginUrl: (request: LoginRequest) => Promise<string>
  /** The authorization endpoint alone, without parameters. Throws IdpError. */
  readonly authorizationEndpoint: () => Promise<string>
  /** The provider's issuer, and whether its answers always name it (RFC 9207). Throws IdpError. */
  readonly issuer: () => Promise<{ readonly issuer: string; readonly inEveryAnswer: boolean }>
  /** Exchanges the code of an answer for a verified id_token. Throws IdpError. */
  readonly exchange: (code: string, checks: LoginChecks) => Promise<VerifiedLogin>
}

export interface IdpClientDeps {
  readonly idp: ProviderClient
  /** The redirect URI at the provider. */
  readonly endpoints: Pick<OauthDeps['endpoints'], 'callback'>
  readonly clock: OauthDeps['clock']
}

/** Creates a relying party of the shared identity provider. Its methods reject with IdpError. */
export function createIdpClient({ idp, endpoints, clock }: IdpClientDeps): IdpClient {
  const connection = new IdpConnection({ idp, clock })

  /**
   * The claims, including the claim that names the person, from its source. userinfo must have the same subject
   * (§5.3.2).
   */
  const withNamingClaim = async ({ config, server }: Known, token: string, claims: IDToken): Promise<IDToken> => {
    if (!isAtUserinfo(claims, idp.claim, idp.claimsFrom)) return claims
    if (server.userinfo_endpoint === undefined && idp.claimsFrom === 'auto') return claims
    return withUserinfo(claims, await fetchUserInfo(config, token, claims.sub), idp.claim)
  }

  return {
    loginUrl: ({ state, nonce, verifier, prompt, maxAge, loginHint }) =>
      connection.known(({ config }) => {
        const parameters = {
          redirect_uri: endpoints.callback,
          scope: scopeFor(idp.claim),
          state,
          nonce,
          code_challenge: codeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(prompt === undefined ? {} : { prompt }),
          ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
          ...(loginHint === undefined ? {} : { login_hint: loginHint }),
        }
        return buildAuthorizationUrl(config, parameters).href
      }),
    authorizationEndpoint: () => connection.known(({ server }) => server.authorization_endpoint ?? ''),
    issuer: () =>
      connection.known(({ server }) => ({
        issuer: server.issuer,
        inEveryAnswer: server.authorization_response_iss_parameter_supported === true,
      })),
    exchange: (code, { nonce, verifier, maxAge, loggedInSince }) =>
      connection.step(async (known) => {
        const { config, server } = known
        // state and iss were checked on receipt; only the code is passed on.
        const answer = new URL(`${endpoints.callback}?${new URLSearchParams({ code, iss: server.issuer })}`)
        const tokens = await authorizationCodeGrant(config, answer, {
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAge === undefined ? {} : { maxAge }),
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('The provider gave no id_token')
        assertIssuedBefore(claims, numericDate(clock()))
        assertAuthorizedParty(claims, idp.clientId)
        assertLoggedInSince(claims, loggedInSince)
        return {
          claims: await withNamingClaim(known, tokens.access_token, claims),
          idToken: tokens.id_token ?? '',
        }
      }),
  }
}

/** openid-client does not check `iat`; a token from the future has an unknown age. */
function assertIssuedBefore({ iat }: IDToken, now: number): void {
  if (iat > now + TOLERANCE_S) throw new Error('The id_token was issued in the future')
}

/**
 * openid-client requires azp only with several audiences; a wrong azp is an error with a single audience too
 * (§3.1.3.7).
 */
function assertAuthorizedParty({ azp }: IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) throw new Error('The id_token was issued to another client (azp)')
}

/** A provider that ignores prompt=login must not pass off an old log-in as a new one. */
function assertLoggedInSince({ auth_time }: IDToken, since: number | undefined): void {
  if (since !== undefined && auth_time !== undefined && auth_time < since - TOLERANCE_S)
    throw new IdpError('too-old', 'prompt=login was ignored')
}

/**
 * The narrowest scope that includes the claim that names the person (OpenID Connect Core §5.4). `email_verified` comes
 * with email.
 */
function scopeFor(claim: string): string {
  if (claim === 'sub') return 'openid'
  return claim === 'email' || claim === 'email_verified' ? 'openid email' : 'openid profile'
}
