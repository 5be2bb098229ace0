// Echoes a request as it arrived here, so that the doctor can see how proxies change requests. Only a holder of the
// domain's key folder can ask, and gets only their own request.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'

export interface ProxyEcho {
  readonly secret: () => string
  readonly clock: Clock
  readonly clientAddress: (request: Request) => string
}

/** The parts of the request, by the names that the doctor reads. */
export interface Seen {
  /** The caller's address as the server sees it. */
  readonly address: string
  readonly forwarded_for: string | null
  readonly forwarded_proto: string | null
  readonly request_id: string | null
}

/** The header by which the doctor asks for an echo. */
export const ECHO_HEADER = 'x-slipway-doctor'
/** How long a question is valid, in milliseconds. */
const LIFETIME_MS = 60_000

/** The header value for a question asked now. */
export const echoQuestion = ({ secret, clock }: Omit<ProxyEcho, 'clientAddress'>): string => {
  const at = String(clock())
  return `${at}.${sealOf(at, secret())}`
}

const sealOf = (at: string, secret: string) => createHmac('sha256', secret).update(at).digest('base64url')

/** The echo of a request with a valid question; undefined for any other. */
export function echoOf(request: Request, { secret, clock, clientAddress }: ProxyEcho): Seen | undefined {
  const [, at, seal] = /^(\d{1,15})\.([\w-]{43})$/.exec(request.headers.get(ECHO_HEADER) ?? '') ?? []
  if (at === undefined || seal === undefined || Math.abs(clock() - Number(at)) > LIFETIME_MS) return undefined
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(at, secret())))) return undefined
  return {
    address: clientAddress(request),
    forwarded_for: request.headers.get('x-forwarded-for'),
    forwarded_proto: request.headers.get('x-forwarded-proto'),
    request_id: request.headers.get('x-request-id'),
  }
}
