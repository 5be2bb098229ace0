// Verifies JWTs signed with a client's registered key: client assertions and launch tokens (RFC 7515, RFC 8725).
import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { numericDate, SECOND } from '#lib/clock.ts'
import type { JsonObject } from '#lib/json.ts'
import { isNumericDate, millisecondsProblem, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { isJwsAlgorithm, type JwsAlgorithm } from '#lib/oauth/jws-algorithms.ts'
import { isSigned } from '#lib/oauth/jws-signature.ts'
import type { Client } from '../store.ts'
import { CURVE_OF } from './client-jwk.ts'
import type { ClientKeys } from './client-keys.ts'

/** Tolerated difference between the clocks of two servers, in seconds (conformance AST-09, LTK-05). */
export const CLOCK_SKEW_S = 30

/** Longest lifetime of a token made for one request, in seconds (SMART 2.2 assertion, HTI 2.0 launch token). */
export const MAX_LIFETIME_S = 300

/**
 * Until when a jti is stored, in epoch milliseconds. A fractional `exp` is rounded up, as in the comparison with the
 * clock.
 */
export const rememberedUntil = (exp: number): number => (Math.ceil(exp) + CLOCK_SKEW_S) * SECOND

/** The problem of a JOSE header, as a sentence; checked before any key is looked up. */
export function headerProblem({ header }: UnverifiedJwt, types: readonly string[]): string | undefined {
  const { alg, typ, kid, crit } = header
  if (!isJwsAlgorithm(alg)) return 'alg must be one of RS, ES or PS with 256, 384 or 512.'
  if (crit !== undefined) return 'crit must be absent; no extensions are supported.' // RFC 7515 §4.1.11
  if (typ !== undefined && !(typeof typ === 'string' && types.includes(mediaType(typ))))
    return `typ must be ${['absent', ...types].join(' or ')}.`
  return kid === undefined || typeof kid === 'string' ? undefined : 'kid must be a string.'
}

/**
 * A sentence for a token that is not proven and has no kid, which libraries leave out. It follows from the token alone,
 * so that it reveals nothing about registrations.
 */
export const kidHint = ({ header }: UnverifiedJwt): string =>
  header['kid'] === undefined ? ' It has no kid: that is enough only where a single key is registered.' : ''

/** A typ in lower case, without the optional prefix `application/` (RFC 7515 §4.1.9). */
const mediaType = (typ: string): string => typ.toLowerCase().replace(/^application\/(?=[^/]+$)/, '')

/** The problem of nbf, as a sentence; nbf may be absent. */
export function notBeforeProblem({ nbf }: JsonObject, now: number): string | undefined {
  if (nbf === undefined) return undefined
  if (!isNumericDate(nbf)) return 'nbf must be a number.'
  return nbf > numericDate(now) + CLOCK_SKEW_S
    ? (millisecondsProblem('nbf', nbf) ?? 'nbf is in the future.')
    : undefined
}

/**
 * True when the token is signed with a key registered for the client, whatever its claims and age, which have checks of their
 * own. `jwk`, `x5u` and `x5c` in the header are ignored; a `jku` must be the registered URL. For an unknown client, the
 * signature is verified against a decoy key, so that the time reveals nothing (conformance AST-15, AST-16, AST-19).
 */
export async function isSignedBy(
  keys: ClientKeys,
  client: Client | undefined,
  token: string,
  { header: { alg, kid, jku } }: UnverifiedJwt,
): Promise<boolean> {
  if (!isJwsAlgorithm(alg)) return false
  const jkuHolds = jku === undefined || (client !== undefined && jku === client.jwksUrl)
  const key = jkuHolds && client ? await keys.find(client, alg, typeof kid === 'string' ? kid : undefined) : undefined
  return (await isSigned(token, key ?? (await decoyKey(alg)), alg)) && key !== undefined
}

const decoys = new Map<string, Promise<{ readonly publicKey: KeyObject }>>()
const newPair = promisify(generateKeyPair)

/** A public key whose private half is discarded. RSA keys are slow to generate, so one serves all RSA algorithms. */
async function decoyKey(alg: JwsAlgorithm): Promise<KeyObject> {
  const curve = CURVE_OF[alg]
  const made =
    decoys.get(curve ?? 'RSA') ??
    (curve ? newPair('ec', { namedCurve: curve }) : newPair('rsa', { modulusLength: 2048 }))
  decoys.set(curve ?? 'RSA', made)
  return (await made).publicKey
}
