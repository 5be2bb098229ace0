// What a request looked like when it arrived here: how the doctor learns what the proxies on its way have made of it. Only who
// can read the key folder of the domain can ask, and is told nothing but what it sent itself.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'

export interface ProxyEcho {
  /** A secret of the domain. */
  readonly secret: () => string
  readonly clock: Clock
  readonly clientAddress: (request: Request) => string
}

/** By the names that the doctor reads. */
export interface Seen {
  /** Who the server takes the caller for. */
  readonly address: string
  readonly forwarded_for: string | null
  readonly forwarded_proto: string | null
  readonly request_id: string | null
}

export const SIGHT_HEADER = 'x-slipway-doctor'
/** So long a question is one, in milliseconds. */
const LIFETIME_MS = 60_000

/** The value of the header of a question that is asked now. */
export const sightQuestion = ({ secret, clock }: Omit<ProxyEcho, 'clientAddress'>): string => {
  const at = String(clock())
  return `${at}.${sealOf(at, secret())}`
}

const sealOf = (at: string, secret: string) => createHmac('sha256', secret).update(at).digest('base64url')

/** What was seen of a request that asks for it rightly; undefined for any other. */
export function sightOf(request: Request, { secret, clock, clientAddress }: ProxyEcho): Seen | undefined {
  const [, at, seal] = /^(\d{1,15})\.([\w-]{43})$/.exec(request.headers.get(SIGHT_HEADER) ?? '') ?? []
  if (at === undefined || seal === undefined || Math.abs(clock() - Number(at)) > LIFETIME_MS) return undefined
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(at, secret())))) return undefined
  return {
    address: clientAddress(request),
    forwarded_for: request.headers.get('x-forwarded-for'),
    forwarded_proto: request.headers.get('x-forwarded-proto'),
    request_id: request.headers.get('x-request-id'),
  }
}
