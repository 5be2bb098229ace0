// Access to the metrics. They reveal the load and the refusals of a service, so they are for the operator only.
import { createHash, timingSafeEqual } from 'node:crypto'

export interface MetricsAccess {
  /** The bearer token for the metrics. Without one, they are readable only when the domain is for this machine alone. */
  readonly token: string | undefined
  /** True when the domain is for this machine alone: a loopback PUBLIC_URL, and not in production. */
  readonly local: boolean
  readonly clientAddress: (request: Request) => string
}

/** `hidden`: the endpoint does not reveal that it exists. `unauthorized`: a token is required. */
export type Admission = 'admitted' | 'hidden' | 'unauthorized'

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i
/** A proxy adds these headers; the connection's address is then not the caller's. */
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
