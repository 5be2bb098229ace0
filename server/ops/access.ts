// Who may read the metrics. They tell how busy a service is and what it refuses: nobody's business but the operator's.
import { createHash, timingSafeEqual } from 'node:crypto'

export interface MetricsAccess {
  /** The bearer token that opens them; without one nobody reads them but who sits at a domain that is only on this machine. */
  readonly token: string | undefined
  /** Whether the domain is for this machine alone: a loopback PUBLIC_URL, and no production. */
  readonly local: boolean
  readonly clientAddress: (request: Request) => string
}

/** `hidden`: nobody learns that there is anything. `unauthorized`: a token is asked for. */
export type Admission = 'admitted' | 'hidden' | 'unauthorized'

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i
/** Whoever stands in between says so; then the caller's address is not the caller's. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

export function admissionOf(request: Request, { token, local, clientAddress }: MetricsAccess): Admission {
  if (token !== undefined) return isBearer(request, token) ? 'admitted' : 'unauthorized'
  const direct = !FORWARDED.some((name) => request.headers.has(name)) && LOOPBACK.test(clientAddress(request))
  return local && direct ? 'admitted' : 'hidden'
}

function isBearer({ headers }: Request, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
