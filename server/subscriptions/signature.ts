// The signature of a notification: a compact JWS (RFC 7515) that binds endpoint, Subscription, event and time. Nothing
// else that the domain signs has its typ, so that it cannot be mistaken for a token.
import { SignJWT } from 'jose'
import { numericDate } from '#lib/clock.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'

const NOTIFICATION_TYPE = 'slipway-notification+jwt'

/** Long enough for differing clocks, short enough that a receiver need not remember `jti` for long. */
const LIFETIME_S = 300

export interface Signed {
  readonly issuer: string
  readonly endpoint: string
  readonly subscriptionId: string
  readonly requestId: string
  readonly eventId: string
  readonly number: number
  /** Epoch milliseconds. */
  readonly now: number
}

export async function signNotification(keys: Pick<KeyRing, 'active'>, signed: Signed): Promise<string> {
  const { kid, alg, privateKey } = await keys.active()
  const iat = numericDate(signed.now)
  return new SignJWT({ event: signed.eventId, n: signed.number })
    .setProtectedHeader({ alg, kid, typ: NOTIFICATION_TYPE })
    .setIssuer(signed.issuer)
    .setAudience(signed.endpoint)
    .setSubject(`Subscription/${signed.subscriptionId}`)
    .setJti(signed.requestId)
    .setIssuedAt(iat)
    .setExpirationTime(iat + LIFETIME_S)
    .sign(privateKey)
}
