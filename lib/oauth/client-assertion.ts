// Signs client assertions, the client's half of private_key_jwt (RFC 7523 §2.2, SMART 2.2 asymmetric).
import { SignJWT } from 'jose'
import { numericDate } from '../clock.ts'
import type { SigningKey } from '../crypto/key-ring.ts'

/** The value of client_assertion_type for a JWT (RFC 7523 §2.2). */
export const CLIENT_ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Seconds from signing to `exp`: one request, with room for clocks that differ. SMART allows at most 300. */
const ASSERTION_LIFETIME_S = 120

export interface ClientAssertion {
  readonly clientId: string
  /** The token endpoint that it is meant for, exactly as published. */
  readonly audience: string
  readonly key: SigningKey
  /** A value that is never used twice. */
  readonly jti: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** A signed client_assertion. */
export function signClientAssertion({ clientId, audience, key, jti, now }: ClientAssertion): Promise<string> {
  const iat = numericDate(now)
  return new SignJWT({ iss: clientId, sub: clientId, aud: audience, iat, exp: iat + ASSERTION_LIFETIME_S, jti })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
    .sign(key.privateKey)
}
