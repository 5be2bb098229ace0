// A dry run of the checks that an app must make on an id_token (OpenID Connect Core §3.1.3.7).
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { InspectedCheck } from '#lib/api/tools.ts'
import { numericDate } from '#lib/clock.ts'
import { isNumericDate, readUnverified, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import type { ClaimCheck } from '../clients/first-claim-problem.ts'
import { CLOCK_SKEW_S } from '../clients/signed-by-client.ts'
import type { OauthDeps } from '../deps.ts'
import { failed, inspectClaims, passed } from './verdict.ts'

const ALG = 'RS256' // The algorithm that SMART App Launch 2.2 requires for id_tokens.

interface Context {
  readonly issuer: string
  /** NumericDate. */
  readonly now: number
}

const CHECKS: readonly ClaimCheck<string, Context>[] = [
  { name: 'id_token.header', received: ({ header }) => header, problem: headerFault },
  {
    name: 'id_token.iss',
    received: ({ claims }) => claims['iss'],
    problem: ({ claims }, { issuer }) => (claims['iss'] === issuer ? undefined : `iss must be ${issuer}.`),
  },
  {
    name: 'id_token.aud',
    received: ({ claims: { aud, azp } }) => ({ aud, azp }),
    problem: ({ claims }) => audienceFault(claims['aud'], claims['azp']),
  },
  { name: 'id_token.exp', received: ({ claims }) => claims['exp'], problem: expiryFault },
  { name: 'id_token.iat', received: ({ claims }) => claims['iat'], problem: issuedFault },
  {
    name: 'id_token.sub',
    received: ({ claims }) => claims['sub'],
    problem: ({ claims: { sub } }) => (typeof sub === 'string' && sub !== '' ? undefined : 'sub is required.'),
  },
  {
    name: 'id_token.nonce',
    received: ({ claims }) => claims['nonce'],
    problem: ({ claims: { nonce } }) =>
      nonce === undefined || typeof nonce === 'string' ? undefined : 'nonce must be the string that the app sent.',
  },
]

type Deps = Pick<OauthDeps, 'issuer' | 'keys' | 'clock'>

export async function inspectIdToken({ issuer, keys, clock }: Deps, token: string): Promise<readonly InspectedCheck[]> {
  const jwt = readUnverified(token)
  if (!jwt) return [failed('id_token.format', 'an id_token is a signed JWT of at most 8 KB.', null)]
  const context = { issuer, now: numericDate(clock()) }
  const claims = inspectClaims(CHECKS, jwt, context, () => null)
  return [passed('id_token.format'), ...claims, await inspectSignature(keys, token, jwt)]
}

async function inspectSignature(keys: Deps['keys'], token: string, { header }: UnverifiedJwt): Promise<InspectedCheck> {
  const { keys: published } = await keys.publicJwks()
  try {
    await compactVerify(token, createLocalJWKSet({ keys: [...published] } as JSONWebKeySet), { algorithms: [ALG] })
    return passed('id_token.signature', header['kid'])
  } catch {
    const kids = published.map(({ kid }) => kid).join(', ')
    const expected = `kid must name a published key (${kids}), and that key must have made the signature.`
    return failed('id_token.signature', expected, null, header['kid'])
  }
}

function headerFault({ header: { alg, typ } }: UnverifiedJwt): string | undefined {
  if (alg !== ALG) return `alg must be ${ALG}.`
  const isJwt = typ === undefined || (typeof typ === 'string' && typ.toLowerCase() === 'jwt')
  return isJwt ? undefined : 'typ must be absent or JWT; a token of another type is not an id_token.'
}

function audienceFault(aud: unknown, azp: unknown): string | undefined {
  if (typeof aud === 'string' && aud !== '') return azp === undefined || azp === aud ? undefined : AZP
  if (!Array.isArray(aud) || aud.length === 0) return 'aud must be the client_id of the app.'
  if (aud.length > 1 && azp === undefined) return AZP
  return azp === undefined || aud.includes(azp) ? undefined : AZP
}

const AZP = 'azp must be the client_id of the app; it is required when aud has more than one value.'

function expiryFault({ claims: { exp } }: UnverifiedJwt, { now }: Context): string | undefined {
  if (!isNumericDate(exp)) return 'exp is required and must be a number.'
  return exp <= now - CLOCK_SKEW_S ? 'exp has passed.' : undefined
}

function issuedFault({ claims: { iat } }: UnverifiedJwt, { now }: Context): string | undefined {
  if (!isNumericDate(iat)) return 'iat is required and must be a number.'
  return iat > now + CLOCK_SKEW_S ? 'iat is in the future.' : undefined
}
