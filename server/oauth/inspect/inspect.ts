// Dry runs of the authorization server's checks on keys, assertions and tokens, explained in full to those responsible for the
// client. Grants and consumes nothing.

import type { JWK } from 'jose'
import type { AssertionVerdict, KeyVerdict } from '#lib/api/admin.ts'
import type { InspectedCheck, InspectRequest, TokenVerdict } from '#lib/api/tools.ts'
import { numericDate } from '#lib/clock.ts'
import { parseParams } from '#lib/http/params.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import { assertClaims } from '../clients/client-assertion.ts'
import { jwkProblem } from '../clients/client-jwk.ts'
import type { ClientKeys } from '../clients/client-keys.ts'
import { JwksError, readJwksDocument } from '../clients/jwks-document.ts'
import { CLOCK_SKEW_S, isSignedBy } from '../clients/signed-by-client.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import { inspectAssertionChecks } from './inspect-assertion.ts'
import { inspectIdToken } from './inspect-id-token.ts'
import { inspectLaunch } from './inspect-launch.ts'
import { allPass } from './verdict.ts'

/** Fetches the set behind a JWKS URL, within the limits of every client, and checks each key. */
export const inspectJwksUrl =
  ({ fetch, publicHttps }: Pick<OauthDeps, 'fetch' | 'publicHttps'>) =>
  async (url: string): Promise<KeyVerdict<Problem>> => {
    try {
      const { keys } = await readJwksDocument(fetch, url, { loopbackAllowed: !publicHttps })
      return {
        problem: keys.length === 0 ? { name: 'keys_empty' } : null,
        keys: keys.map((jwk, index) => ({
          kid: typeof jwk.kid === 'string' ? jwk.kid : null,
          kty: String(jwk.kty),
          alg: typeof jwk.alg === 'string' ? jwk.alg : null,
          problem: keyProblem(jwk, index),
        })),
      }
    } catch (error) {
      return { problem: error instanceof JwksError ? error.problem : { name: 'jwks_unread' }, keys: [] }
    }
  }

function keyProblem(jwk: JWK, index: number): Problem | null {
  const name = jwkProblem(jwk)
  return name ? { name, about: String(jwk.kid ?? index + 1) } : null
}

type AssertionDeps = Pick<OauthDeps, 'stores' | 'clock' | 'endpoints' | 'issuer'> & { readonly clientKeys: ClientKeys }

/** Runs the checks of the token endpoint on an assertion, in their order; its jti stays unused. */
export const inspectAssertion =
  ({ stores, clock, endpoints, issuer, clientKeys }: AssertionDeps) =>
  async (assertion: string): Promise<AssertionVerdict> => {
    const failed = (check: AssertionVerdict['failed'], expected: string, clientId: string | null = null) => ({
      failed: check,
      expected,
      clientId,
    })
    const jwt = readUnverified(assertion)
    if (!jwt) return failed('format', 'client_assertion must be a signed JWT of at most 8 KB.')
    const audience = [endpoints.token, issuer]
    const claims = claimsOf(() => assertClaims(jwt, parseParams(''), audience, clock()))
    if (typeof claims === 'string') return failed('claims', claims)
    const { clientId, jti } = claims
    const client = await stores.clients.find(clientId)
    if (!client) return failed('client', 'iss and sub must be the client_id of a registered app.', clientId)
    if (client.status !== 'approved')
      return failed('status', `the app must be approved; it is ${client.status}.`, clientId)
    const expected = { issuer: clientId, subject: clientId, audience, now: clock() }
    if (!(await isSignedBy(clientKeys, client, assertion, jwt, expected)))
      return failed(
        'signature',
        'kid must name one registered key, and that key must have made the signature.',
        clientId,
      )
    if (await stores.replay.isClaimed('assertion', clientId, jti))
      return failed('jti', 'jti was used before; each assertion needs a new one.', clientId)
    return { failed: null, expected: null, clientId }
  }

type TokenDeps = AssertionDeps & Pick<OauthDeps, 'directory' | 'keys'>

/**
 * Runs the checks of a token's endpoint; grants, consumes, logs and stores nothing. `looksAfter` tells if the caller is responsible
 * for a client: others do not learn whether it is registered.
 */
export const inspectToken =
  (deps: TokenDeps) =>
  async (
    { kind, token }: InspectRequest,
    looksAfter: (client: Pick<Client, 'ownerAccountId'> | undefined) => boolean,
  ): Promise<TokenVerdict> => {
    const judges: Readonly<Record<InspectRequest['kind'], () => Promise<readonly InspectedCheck[]>>> = {
      launch: () => inspectLaunch({ ...deps, recorder: NO_RECORDER }, token),
      assertion: () => inspectAssertionChecks(deps, token, looksAfter),
      id_token: () => inspectIdToken(deps, token),
    }
    const checks = await judges[kind]()
    return { kind, accepted: allPass(checks), checks, now: numericDate(deps.clock()), skew: CLOCK_SKEW_S }
  }

/** The claims, or what the refusal says without the name of its check. */
function claimsOf<T>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return error.explanation.reason
    throw error
  }
}
