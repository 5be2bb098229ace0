// Validates a client registration (RFC 6749 §2, RFC 7591 §2, conformance AUZ-12, AST-22, AST-23). Pure: it stores
// nothing.

import { calculateJwkThumbprint, exportJWK, importSPKI, type JWK } from 'jose'
import { DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import type { Problem, ProblemName } from '#lib/i18n/problems.ts'
import { CLIENT_KINDS } from '#lib/oauth/client-kind.ts'
import type { KeySource } from '#lib/oauth/registered-client.ts'
import { parseStrictObject } from '#lib/oauth/strict-json.ts'
import { isName } from '#lib/text.ts'
import type { Client } from '../store.ts'
import { jwkProblem, keyName } from './client-jwk.ts'
import { type JwksUrlRules, jwksUrlProblem } from './jwks-url-rules.ts'

export type Registration = Pick<
  Client,
  'clientId' | 'name' | 'kind' | 'jwks' | 'jwksUrl' | 'redirectUris' | 'launchUrl' | 'webhookOrigins' | 'logoutUri'
>

const MAX_NAME_LENGTH = 200
const MAX_URI_LENGTH = 2000

/** All problems of a registration; empty when it can be accepted. */
export function registrationProblems(registration: Registration, rules: JwksUrlRules): readonly Problem[] {
  const { clientId, name, kind, jwks, jwksUrl, redirectUris, launchUrl, webhookOrigins = [], logoutUri } = registration
  const unless = (holds: boolean, problem: ProblemName): readonly Problem[] => (holds ? [] : [{ name: problem }])
  return [
    ...unless(isResourceId(clientId), 'client_id'),
    ...unless(clientId !== DOMAIN_DEVICE, 'client_id_taken'),
    ...unless(name.trim() !== '' && name.length <= MAX_NAME_LENGTH, 'app_name'),
    ...unless(isName(name), 'name_characters'),
    ...unless(CLIENT_KINDS.includes(kind), 'app_kind'),
    ...keyProblems(jwks, jwksUrl, rules),
    ...redirectUris.flatMap(redirectUriProblem),
    ...unless(launchUrl === undefined || isWebUrl(launchUrl), 'launch_url'),
    ...unless(logoutUri === undefined || redirectUriProblem(logoutUri).length === 0, 'logout_uri'),
    ...webhookOrigins
      .filter((origin) => !isWebOrigin(origin))
      .map((about) => ({ name: 'webhook_origin', about }) as const),
  ]
}

/** Keys as a person provides them: the text of a JWK Set (or one JWK), or a PEM public key. */
export interface KeyRegistration {
  readonly jwks?: string | undefined
  readonly pem?: string | undefined
}

/**
 * The keys as a JWK Set, with a kid added to each key that lacks one; undefined when no keys were given or the text
 * cannot be parsed.
 */
export async function registeredJwks({ jwks, pem }: KeyRegistration): Promise<Client['jwks']> {
  if (pem !== undefined) {
    const jwk = await jwkOfPem(pem)
    return jwk && { keys: [jwk] }
  }
  const parsed = jwks === undefined ? undefined : parseStrictObject(jwks)
  const keys = parsed && (Array.isArray(parsed['keys']) ? parsed['keys'] : [parsed])
  if (!keys?.every((key: unknown): key is JWK => typeof key === 'object' && key !== null && 'kty' in key))
    return undefined
  return { keys: await Promise.all(keys.map(withKid)) }
}

const PRIVATE_PEM = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/

/** The keys given in a form, in one of its ways, or the previous keys if it gives none; otherwise the problems. */
export async function keysOfForm(
  { jwksUrl, jwks, pem }: KeyRegistration & { readonly jwksUrl?: string | undefined },
  before?: KeySource,
): Promise<KeySource | ProblemName> {
  if ([jwksUrl, jwks, pem].filter(Boolean).length > 1) return 'keys_two_ways'
  if (jwksUrl) return { jwksUrl: jwksUrl.trim(), jwks: undefined }
  if (!jwks && !pem) return { jwks: before?.jwks, jwksUrl: before?.jwksUrl }
  if (PRIVATE_PEM.test(pem || jwks || '')) return 'keys_private'
  const read = await registeredJwks(pem ? { pem } : { jwks })
  return read ? { jwks: read, jwksUrl: undefined } : 'keys_text'
}

/** A PEM public key (SPKI) as a JWK, with its thumbprint as kid; undefined when it cannot be read. */
async function jwkOfPem(pem: string): Promise<JWK | undefined> {
  for (const alg of ['RS256', 'ES256', 'ES384', 'ES512']) {
    try {
      return await withKid({
        ...(await exportJWK(await importSPKI(pem.trim(), alg, { extractable: true }))),
        use: 'sig',
      })
    } catch {
      // A key of another type: try the next algorithm.
    }
  }
  return undefined
}

async function withKid(jwk: JWK): Promise<JWK> {
  if (jwk.kid !== undefined || jwkProblem(jwk)) return jwk
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}

function keyProblems(jwks: Client['jwks'], jwksUrl: string | undefined, rules: JwksUrlRules): readonly Problem[] {
  if (jwks && jwksUrl) return [{ name: 'keys_two_ways' }]
  if (jwksUrl !== undefined) return [jwksUrlProblem(jwksUrl, rules) ?? []].flat().map((name) => ({ name }))
  if (!jwks || jwks.keys.length === 0) return [{ name: 'keys_none' }]
  const weak = jwks.keys.flatMap((jwk, index) => {
    const name = jwkProblem(jwk)
    return name ? [{ name, about: keyName(jwk, index) }] : []
  })
  return [...weak, ...(jwks.keys.length > 1 ? kidProblems(jwks.keys) : [])]
}

/** Several keys each need a distinct kid. */
function kidProblems(keys: readonly JWK[]): readonly Problem[] {
  const kids = keys.map(({ kid }) => kid)
  if (kids.some((kid) => typeof kid !== 'string' || kid === '')) return [{ name: 'kid_missing' }]
  return new Set(kids).size === kids.length ? [] : [{ name: 'kid_twice' }]
}

/** True for scheme, host and port only, as a browser writes an origin (RFC 6454 §6.2). */
const isWebOrigin = (text: string): boolean => isWebUrl(text) && new URL(text).origin === text

function redirectUriProblem(uri: string): readonly Problem[] {
  if (uri.includes('#')) return [{ name: 'redirect_fragment', about: uri }]
  return isWebUrl(uri) && uri.length <= MAX_URI_LENGTH ? [] : [{ name: 'redirect_url', about: uri }]
}

/** True for an address of a client that may be asked over the network: by the rules of a JWKS URL. */
export const isAskable = (url: string, rules: JwksUrlRules): boolean => jwksUrlProblem(url, rules) === undefined
