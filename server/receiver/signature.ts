// Checks that a notification is of this domain, as every receiver should: the signature is a compact JWS (RFC 7515) that binds
// endpoint, Subscription, event and time. docs/how-to/get-notified.md has the same for apps.
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { ReceiverDeps } from './deps.ts'

const TYPE = 'slipway-notification+jwt'

/** The claims of a notification's signature. */
export interface Signed {
  readonly subscription: string
  readonly eventId: string
  readonly number: number
  readonly requestId: string
  readonly kid: string
  /** Epoch seconds. */
  readonly expires: number
}

/** A notification that is not of this domain, or not for this receiver; the message says why. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned'
}

/** Verifies the signature in a notification's headers and returns its claims. Rejects with NotSigned. */
export type Verify = (headers: Headers) => Promise<Signed>

type Ports = Pick<ReceiverDeps, 'endpoint' | 'issuer' | 'jwksUri' | 'fetch' | 'clock'>

export function signatureVerifier({ endpoint, issuer, jwksUri, fetch, clock }: Ports): Verify {
  const keys = createRemoteJWKSet(new URL(jwksUri), { [customFetch]: fetch, cooldownDuration: 0 }) // The keys are in this process.
  return async (headers) => {
    const signature = headers.get('x-slipway-signature')
    if (signature === null) throw new NotSigned('X-Slipway-Signature is missing')
    const { payload, protectedHeader } = await jwtVerify(signature, keys, {
      typ: TYPE,
      algorithms: ['RS256'],
      issuer,
      audience: endpoint,
      requiredClaims: ['sub', 'jti', 'event', 'n', 'exp'],
      currentDate: new Date(clock()),
    }).catch(asRefusal)
    const signed = {
      subscription: String(payload.sub),
      eventId: String(payload['event']),
      number: Number(payload['n']),
      requestId: String(payload.jti),
      kid: protectedHeader.kid ?? '',
      expires: payload.exp ?? 0,
    }
    assertSameAsHeaders(headers, signed)
    return signed
  }
}

function asRefusal(cause: unknown): never {
  if (cause instanceof errors.JOSEError) throw new NotSigned(`X-Slipway-Signature: ${cause.code}`, { cause })
  throw cause
}

/** A signature that was taken from another notification proves nothing of this one. */
function assertSameAsHeaders(headers: Headers, { subscription, eventId, number, requestId }: Signed): void {
  const signed = {
    'X-Slipway-Subscription': subscription,
    'X-Slipway-Event-Id': eventId,
    'X-Slipway-Event-Number': String(number),
    'X-Request-Id': requestId,
  }
  for (const [name, value] of Object.entries(signed))
    if (headers.get(name) !== value) throw new NotSigned(`${name} is not what was signed`)
}
