// The launch token: who opens which task in which app, signed by the portal (HTI 2.0, protocol decision E5).
import { SignJWT } from 'jose'
import { MINUTE, numericDate, SECOND } from '#lib/clock.ts'
import type { SigningKey } from '#lib/crypto/key-ring.ts'

/** HTI 2.0: at most five minutes. */
const LIFETIME_S = (5 * MINUTE) / SECOND
const HTI_VERSION = '2.0'

/** What a launch token says. References only: no names, no mail addresses (HTI 2.0, privacy). */
export interface LaunchClaims {
  /** `Device/x` of the app. */
  readonly aud: string
  /** `Patient/x`, `Practitioner/x` or `RelatedPerson/x`. */
  readonly sub: string
  /** `Task/x`. */
  readonly resource: string
  readonly definition?: string
  /** `Patient/x`, for a user who is not the patient. */
  readonly patient?: string
  readonly intent?: string
}

interface Signing {
  readonly clientId: string
  readonly key: SigningKey
  readonly jti: string
  /** Epoch milliseconds. */
  readonly now: number
}

export function signLaunchToken(claims: LaunchClaims, { clientId, key, jti, now }: Signing): Promise<string> {
  const iat = numericDate(now)
  return new SignJWT({ ...claims, iss: clientId, jti, iat, exp: iat + LIFETIME_S, 'hti-version': HTI_VERSION })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
    .sign(key.privateKey)
}
