// What an application must bring to be registered (RFC 6749 §2, RFC 7591 §2, conformance AUZ-12, AST-22, AST-23). Pure: nothing is saved here.
import { calculateJwkThumbprint, exportJWK, importSPKI, type JWK } from 'jose'
import { isResourceId } from '#lib/fhir/reference.ts'
import { isWebUrl } from '#lib/http/web-url.ts'
import { parseStrictObject } from '#lib/oauth/strict-json.ts'
import { jwkProblem } from './client-jwk.ts'
import { type JwksUrlRules, jwksUrlProblem } from './jwks-url.ts'
import type { Client, ClientKind } from './store.ts'

export type Registration = Pick<
  Client,
  'clientId' | 'name' | 'kind' | 'jwks' | 'jwksUrl' | 'redirectUris' | 'launchUrl'
>

const KINDS: readonly ClientKind[] = ['module', 'platform', 'both']
const MAX_NAME_LENGTH = 200
const MAX_URI_LENGTH = 2000

/** Everything that is wrong with a registration, a sentence each; empty when it can be accepted. */
export function registrationProblems(registration: Registration, rules: JwksUrlRules): readonly string[] {
  const { clientId, name, kind, jwks, jwksUrl, redirectUris, launchUrl } = registration
  return [
    ...(isResourceId(clientId)
      ? []
      : ['client_id must be 1 to 64 letters, digits, dots or hyphens: it is a Device id, too.']),
    ...(name.trim() && name.length <= MAX_NAME_LENGTH
      ? []
      : [`The name must have 1 to ${MAX_NAME_LENGTH} characters.`]),
    ...(KINDS.includes(kind) ? [] : [`The kind must be one of ${KINDS.join(', ')}.`]),
    ...keyProblems(jwks, jwksUrl, rules),
    ...redirectUris.flatMap(redirectUriProblem),
    ...(launchUrl === undefined || isWebUrl(launchUrl)
      ? []
      : ['The launch URL must be https (http on this machine), without fragment.']),
  ]
}

/** Keys as a person brings them: the text of a JWK Set (or one JWK), or a PEM public key. */
export interface KeyRegistration {
  readonly jwks?: string | undefined
  readonly pem?: string | undefined
}

/** The keys as a JWK Set, a kid added where there is none; undefined when none were brought or the text is neither. */
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

/** A PEM public key (SPKI) as a JWK with its thumbprint for a kid; undefined when it is none. */
async function jwkOfPem(pem: string): Promise<JWK | undefined> {
  for (const alg of ['RS256', 'ES256', 'ES384', 'ES512']) {
    try {
      return await withKid({
        ...(await exportJWK(await importSPKI(pem.trim(), alg, { extractable: true }))),
        use: 'sig',
      })
    } catch {
      // Of another type: the next algorithm tells.
    }
  }
  return undefined
}

async function withKid(jwk: JWK): Promise<JWK> {
  if (jwk.kid !== undefined || jwkProblem(jwk)) return jwk
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}

function keyProblems(jwks: Client['jwks'], jwksUrl: string | undefined, rules: JwksUrlRules): readonly string[] {
  if (jwks && jwksUrl) return ['Register keys or the URL of keys, not both.']
  if (jwksUrl !== undefined) return [jwksUrlProblem(jwksUrl, rules) ?? []].flat()
  if (!jwks || jwks.keys.length === 0) return ['At least one public key, or the URL of a JWK Set, is required.']
  const weak = jwks.keys.flatMap((jwk, index) => {
    const problem = jwkProblem(jwk)
    return problem ? [`Key ${jwk.kid ?? index + 1} ${problem}`] : []
  })
  return [...weak, ...(jwks.keys.length > 1 ? kidProblems(jwks.keys) : [])]
}

/** With several keys, a kid is what tells them apart. */
function kidProblems(keys: readonly JWK[]): readonly string[] {
  const kids = keys.map(({ kid }) => kid)
  if (kids.some((kid) => typeof kid !== 'string' || kid === '')) return ['Of several keys, each needs a kid.']
  return new Set(kids).size === kids.length ? [] : ['No two keys may have the same kid.']
}

function redirectUriProblem(uri: string): readonly string[] {
  if (uri.includes('#')) return [`The redirect_uri ${uri} must have no fragment.`]
  return isWebUrl(uri) && uri.length <= MAX_URI_LENGTH
    ? []
    : [`The redirect_uri ${uri} must be an absolute https URL (http on this machine only).`]
}
