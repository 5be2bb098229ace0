// The client of the shared identity provider: an OpenID code flow with PKCE, state and nonce, everything verified (OpenID Connect
// Core §3.1, RFC 7636, RFC 9207; conformance IDP-01 to IDP-06, IDP-18).
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockSkew,
  clockTolerance,
  customFetch,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  type IDToken,
  None,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client'
import { numericDate, SECOND, systemClock } from '#lib/clock.ts'
import { isAtUserinfo, withUserinfo } from '#lib/oauth/claims-from.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import type { OauthDeps } from '../deps.ts'
import { IdpError } from './idp-error.ts'
import { idpFetch } from './idp-fetch.ts'
import { idpMetadata, isInsecure } from './idp-metadata.ts'

/** Longest wait for the provider in one step of a login, however many requests that takes. */
export const STEP_TIMEOUT_MS = 5 * SECOND
/** Skew of the provider's clock, in seconds. */
const TOLERANCE_S = 30

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
  /** Epoch seconds before which a log-in is too old, after a request with prompt=login. */
  readonly loggedInSince?: number | undefined
}

export interface IdpClient {
  /** The provider's URL that asks for a login. Throws IdpError. */
  readonly loginUrl: (request: LoginRequest) => Promise<string>
  /** The issuer of the provider and whether its answers always name it (RFC 9207). Throws IdpError. */
  readonly issuer: () => Promise<{ readonly issuer: string; readonly inEveryAnswer: boolean }>
  /** Exchanges the code of an answer for a verified id_token. Throws IdpError. */
  readonly exchange: (code: string, checks: LoginChecks) => Promise<IDToken>
}

/** The relying party at the shared identity provider. Its methods reject with IdpError. */
export function createIdpClient({ idp, endpoints, clock }: Pick<OauthDeps, 'idp' | 'endpoints' | 'clock'>): IdpClient {
  const insecure = isInsecure(idp.issuer)
  const metadata = idpMetadata(idp, clock)
  const addressed = new WeakMap<ServerMetadata, Configuration>()
  let jwksCache: ExportedJWKSCache | undefined

  const configuration = async (fetch: CustomFetch): Promise<Configuration> => {
    const client = {
      // openid-client reads the machine's clock: this is how far ours is from it.
      [clockSkew]: numericDate(clock() - systemClock()),
      [clockTolerance]: TOLERANCE_S,
    }
    const server = await metadata.read(fetch)
    const config = new Configuration(server, idp.clientId, client, clientAuth(server, idp.clientSecret))
    config[customFetch] = fetch
    config.timeout = undefined // The timeout of a single request; the step as a whole has a shorter one.
    enableNonRepudiationChecks(config) // Verifies the id_token's signature, although it comes straight from the provider.
    if (insecure) allowInsecureRequests(config)
    if (jwksCache) setJwksCache(config, jwksCache)
    return config
  }

  /** The claims including the one that names the person, from its source; userinfo must have the same subject (§5.3.2). */
  const withNamingClaim = async (config: Configuration, token: string, claims: IDToken): Promise<IDToken> => {
    const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined
    if (!isAtUserinfo(claims, idp.claim, idp.claimsFrom)) return claims
    if (!hasUserinfo && idp.claimsFrom === 'auto') return claims
    return withUserinfo(claims, await fetchUserInfo(config, token, claims.sub), idp.claim)
  }

  const stepFetch = () => idpFetch(idp.fetch, AbortSignal.timeout(STEP_TIMEOUT_MS))

  const step = async <T>(work: (config: Configuration) => Promise<T> | T): Promise<T> => {
    try {
      return await work(await configuration(stepFetch()))
    } catch (cause) {
      // The provider may have replaced a key under the same kid, or just now: the next log-in fetches the keys again.
      jwksCache = undefined
      throw IdpError.of(cause)
    }
  }

  /** Runs work that needs the provider's metadata but no further request. */
  const known = async <T>(work: (server: ServerMetadata) => T): Promise<T> => {
    try {
      return work(await (metadata.kept() ?? metadata.read(stepFetch())))
    } catch (cause) {
      throw IdpError.of(cause)
    }
  }

  /** Addresses are made alike for every login: one configuration for as long as the metadata are the same. */
  const addressing = (server: ServerMetadata): Configuration => {
    const made = addressed.get(server) ?? new Configuration(server, idp.clientId)
    if (insecure) allowInsecureRequests(made)
    addressed.set(server, made)
    return made
  }

  return {
    loginUrl: ({ state, nonce, verifier, prompt, maxAge, loginHint }) =>
      known((server) => {
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
        return buildAuthorizationUrl(addressing(server), parameters).href
      }),
    issuer: () =>
      known(({ issuer, authorization_response_iss_parameter_supported }) => ({
        issuer,
        inEveryAnswer: authorization_response_iss_parameter_supported === true,
      })),
    exchange: (code, { nonce, verifier, maxAge, loggedInSince }) =>
      step(async (config) => {
        const { issuer } = config.serverMetadata()
        // state and iss were checked on receipt; only the code is passed on.
        const answer = new URL(`${endpoints.callback}?${new URLSearchParams({ code, iss: issuer })}`)
        const tokens = await authorizationCodeGrant(config, answer, {
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(maxAge === undefined ? {} : { maxAge }),
        })
        jwksCache = getJwksCache(config)
        const claims = tokens.claims()
        if (!claims) throw new Error('The provider gave no id_token')
        assertIssuedBefore(claims, numericDate(clock()))
        assertAuthorizedParty(claims, idp.clientId)
        assertLoggedInSince(claims, loggedInSince)
        return withNamingClaim(config, tokens.access_token, claims)
      }),
  }
}

/** Basic is the default of client registration (OpenID Connect Discovery §3). */
function clientAuth(server: ServerMetadata, secret: string | undefined) {
  if (secret === undefined) return None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

/** openid-client does not check `iat`; a token from the future has an unknown age. */
function assertIssuedBefore({ iat }: IDToken, now: number): void {
  if (iat > now + TOLERANCE_S) throw new Error('The id_token was issued in the future')
}

/** openid-client requires azp only for several audiences; a wrong one is wrong with a single audience, too (§3.1.3.7). */
function assertAuthorizedParty({ azp }: IDToken, clientId: string): void {
  if (azp !== undefined && azp !== clientId) throw new Error('The id_token was issued to another client (azp)')
}

/** A provider that ignores prompt=login must not pass off an old login as a new one. */
function assertLoggedInSince({ auth_time }: IDToken, since: number | undefined): void {
  if (since !== undefined && auth_time !== undefined && auth_time < since - TOLERANCE_S)
    throw new IdpError('too-old', 'prompt=login was ignored')
}

/** The narrowest scope with the claim that names the person (OpenID Connect Core §5.4). `email_verified` comes with email. */
function scopeFor(claim: string): string {
  if (claim === 'sub') return 'openid'
  return claim === 'email' || claim === 'email_verified' ? 'openid email' : 'openid profile'
}
