// Logout tokens: by one, a provider tells a relying party that a session has ended (OpenID Connect Back-Channel Logout
// 1.0 §2.4, §2.6).
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Clock, numericDate } from '../clock.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Random } from '../crypto/random.ts'

/** The event that a logout token is about, in its claim `events`. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const TYPE = 'logout+jwt'
const ALG = 'RS256'
/** It is sent at once; §2.4 advises at most two minutes. */
const LIFETIME_S = 120
/** Tolerated clock skew, in seconds. */
const SKEW_S = 30
const LONGEST_TOKEN = 8 * 1024
const LONGEST_ID = 255

/** The end of a session, as a verified logout token tells it. */
export interface Logout {
  /** The session, as the id_tokens of its log-in named it. */
  readonly sid: string
  /** Unique for the issuer. */
  readonly jti: string
  /** Epoch seconds. */
  readonly exp: number
}

/** Thrown for a token that is refused; the message says which rule it breaks. */
export class LogoutTokenError extends Error {
  override readonly name = 'LogoutTokenError'
}

interface Signer {
  readonly issuer: string
  readonly keys: KeyRing
  readonly clock: Clock
  readonly random: Random
}

/** A logout token for one relying party. It has `sid` and no `sub`: a session ends, not all of a person's. */
export async function signLogoutToken(
  { issuer, keys, clock, random }: Signer,
  { audience, sid }: { readonly audience: string; readonly sid: string },
): Promise<string> {
  const { kid, privateKey } = await keys.active()
  const iat = numericDate(clock())
  return new SignJWT({ sid, events: { [EVENT]: {} } })
    .setProtectedHeader({ alg: ALG, kid, typ: TYPE })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + LIFETIME_S)
    .setJti(random.uuid())
    .sign(privateKey)
}

interface Expected {
  readonly issuer: string
  readonly audience: string
  /** The issuer's keys; asked for only when everything else holds, so that a made-up token fetches nothing. */
  readonly keys: () => Promise<JSONWebKeySet>
  /** Epoch milliseconds. */
  readonly now: number
}

/** The logout in a token (§2.6); its jti is not claimed yet. Throws LogoutTokenError. */
export async function verifyLogoutToken(token: string, { issuer, audience, keys, now }: Expected): Promise<Logout> {
  const { header, claims } = readToken(token)
  assertHolds(header.typ === undefined || isType(header.typ), `typ must be ${TYPE}`)
  assertHolds(header.alg === ALG, `alg must be ${ALG}`)
  assertHolds(claims.iss === issuer, 'iss must be the provider')
  assertHolds(claims.aud === audience || isOnly(claims.aud, audience), 'aud must be this relying party')
  const { iat, exp, jti, sid, events } = claims as JWTPayload & { readonly sid?: unknown; readonly events?: unknown }
  const seconds = numericDate(now)
  assertHolds(isNumber(iat) && iat <= seconds + SKEW_S, 'iat must not be in the future')
  assertHolds(isNumber(exp) && exp > seconds - SKEW_S, 'exp has passed')
  assertHolds(isNumber(exp) && isNumber(iat) && exp - iat <= LONGEST_LIFETIME_S, 'exp is too far after iat')
  assertHolds(isObject(events) && isObject(events[EVENT]), `events must have the member ${EVENT}`)
  assertHolds(!('nonce' in claims), 'nonce is prohibited')
  assertHolds(isId(jti), 'jti is missing')
  assertHolds(isId(sid), 'sid is missing')
  const jwks = createLocalJWKSet(await keys())
  await jwtVerify(token, jwks, { algorithms: [ALG], currentDate: new Date(now), clockTolerance: SKEW_S }).catch(
    (cause: unknown) => {
      throw new LogoutTokenError('the signature must be of a key of the provider', { cause })
    },
  )
  return { sid, jti, exp }
}

/** How long a jti is remembered at most, in seconds: nobody needs a longer token. */
const LONGEST_LIFETIME_S = 15 * 60

function readToken(token: string) {
  try {
    if (token.length <= LONGEST_TOKEN) return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch {
    // Told below.
  }
  throw new LogoutTokenError('the token cannot be read')
}

function assertHolds(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new LogoutTokenError(rule)
}

/** `application/` may be left out (RFC 7515 §4.1.9). */
const isType = (typ: string): boolean => typ.toLowerCase().replace(/^application\//, '') === TYPE
const isOnly = (aud: unknown, audience: string): boolean =>
  Array.isArray(aud) && aud.length === 1 && aud[0] === audience
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_ID
