// Dry runs of the authorization server's checks on keys, assertions and tokens, with full explanations for those
// responsible for the client. They grant and consume nothing.

import type { JWK } from 'jose'
import type { KeyVerdict } from '#lib/api/admin.ts'
import type { InspectedCheck, InspectRequest, TokenVerdict } from '#lib/api/tools.ts'
import { numericDate } from '#lib/clock.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import { jwkProblem, keyName } from '../clients/client-jwk.ts'
import type { ClientKeys } from '../clients/client-keys.ts'
import { JwksError, readJwksDocument } from '../clients/fetch-jwks.ts'
import { CLOCK_SKEW_S } from '../clients/signed-by-client.ts'
import type { OauthDeps } from '../deps.ts'
import type { Client } from '../store.ts'
import { inspectAssertionChecks } from './inspect-assertion.ts'
import { inspectIdToken } from './inspect-id-token.ts'
import { inspectLaunch } from './inspect-launch.ts'
import { allPass } from './verdict.ts'

/** Fetches the key set behind a JWKS URL, within the limits for every client, and checks each key. */
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
  return name ? { name, about: keyName(jwk, index) } : null
}

type TokenDeps = Pick<OauthDeps, 'stores' | 'clock' | 'endpoints' | 'issuer' | 'directory' | 'keys'> & {
  readonly clientKeys: ClientKeys
}

/**
 * Runs the checks of the endpoint that a token is meant for; grants, consumes, logs and stores nothing. `looksAfter`
 * tells whether the caller is responsible for a client: others do not learn whether it is registered.
 */
export const inspectToken =
  (deps: TokenDeps) =>
  async (
    { kind, token }: InspectRequest,
    looksAfter: (client: Pick<Client, 'ownerAccountId'> | undefined) => boolean,
  ): Promise<TokenVerdict> => {
    const inspections: Readonly<Record<InspectRequest['kind'], () => Promise<readonly InspectedCheck[]>>> = {
      launch: () => inspectLaunch({ ...deps, recorder: NO_RECORDER }, token),
      assertion: () => inspectAssertionChecks(deps, token, looksAfter),
      id_token: () => inspectIdToken(deps, token),
    }
    const checks = await inspections[kind]()
    return { kind, accepted: allPass(checks), checks, now: numericDate(deps.clock()), skew: CLOCK_SKEW_S }
  }
