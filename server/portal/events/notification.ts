// Verifies a notification from the domain: a POST without a body, signed for this receiver (JWS, RFC 7515). It says
// that something changed, but not what.
import { createLocalJWKSet, jwtVerify } from 'jose'
import { REQUEST_ID_HEADER } from '#lib/http/request-id.ts'
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import { readIssuer } from '#lib/oauth/smart-configuration.ts'
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import type { PortalDeps } from '../deps.ts'
import { PortalFailure } from '../failure.ts'

/** `typ` of the signature, which nothing else that the domain signs has. */
const TYPE = 'slipway-notification+jwt'
const CLAIMS = ['exp', 'iat', 'sub', 'jti', 'event', 'n']
/** Tolerated clock skew, in seconds. */
const SKEW_S = 30

export interface Notified {
  /** The trace of the change; undefined when the notification is about several changes, or the change had none. */
  readonly traceId: string | undefined
}

/**
 * The content of a notification, after its signature is verified as the domain's, for `endpoint`. Throws PortalFailure.
 */
export async function verifyNotification(
  { fetch, fhirBase, clock }: Pick<PortalDeps, 'fetch' | 'fhirBase' | 'clock'>,
  endpoint: string,
  { headers }: Request,
): Promise<Notified> {
  try {
    const { issuer, keys } = await readIssuer(fetch, fhirBase)
    const { payload } = await jwtVerify(headers.get('x-slipway-signature') ?? '', createLocalJWKSet(await keys()), {
      algorithms: [...JWS_ALGORITHMS],
      typ: TYPE,
      issuer,
      audience: endpoint,
      requiredClaims: CLAIMS,
      clockTolerance: SKEW_S,
      currentDate: new Date(clock()),
    })
    if (payload.jti !== headers.get(REQUEST_ID_HEADER)) throw new Error('jti is not the X-Request-Id')
    if (payload.sub !== headers.get('x-slipway-subscription')) throw new Error('sub is another Subscription')
  } catch (cause) {
    throw new PortalFailure('not_a_notification', { cause })
  }
  const last = Number(headers.get('x-slipway-event-number'))
  const first = Number(headers.get('x-slipway-event-first') ?? last)
  return { traceId: (last > 0 && first === last && headers.get(TRACE_HEADER)) || undefined } // 0 is the handshake.
}
