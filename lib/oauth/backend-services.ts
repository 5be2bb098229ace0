// A client of SMART Backend Services: reads and writes FHIR with its own credentials (SMART App Launch 2.2, "Backend Services").
import { SECOND } from '../clock.ts'
import { TRACE_HEADER } from '../trace/trace.ts'
import { readSmartConfiguration } from './smart-configuration.ts'
import { requestToken, type TokenRequestDeps } from './token-request.ts'

export interface BackendServices {
  /**
   * GET of a URL below `fhirBase` with this client's bearer token. A 401 is tried once more with a fresh token.
   * The caller sees to it that `url` lies below `fhirBase`. `traceId` is that of the launch that it is for.
   * Throws SmartConfigurationError or TokenRequestError.
   */
  readonly get: (fhirBase: string, url: string, traceId?: string) => Promise<Response>
  /** A request that changes something, sent like a GET: what was refused with 401 changed nothing, and is sent once more. */
  readonly send: (fhirBase: string, url: string, change: FhirChange, traceId?: string) => Promise<Response>
}

export interface FhirChange {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Such as Content-Type and If-Match. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface Bearer {
  readonly token: string
  /** Epoch milliseconds from which on it is not used any more. */
  readonly renewAt: number
}

/** Reading only. */
const READ_ALL = 'system/*.rs'
/** A token is renewed this long before it ends, so that it does not end on its way. */
const RENEW_BEFORE_MS = 30 * SECOND
/** The lifetime assumed without expires_in in the answer (RFC 6749 §5.1 only recommends it). */
const ASSUMED_LIFETIME_S = 60

/**
 * A Backend Services client; its tokens stay in the memory of this process. `scope` is what it asks for; the authorization server grants
 * what of it the client's role allows.
 */
export function backendServices(deps: TokenRequestDeps, scope = READ_ALL): BackendServices {
  const bearers = new Map<string, Promise<Bearer>>()

  const obtain = async (fhirBase: string, traceId: string | undefined): Promise<Bearer> => {
    const { token_endpoint } = await readSmartConfiguration(deps.fetch, fhirBase)
    const grant = { grant_type: 'client_credentials', scope }
    const { access_token, expires_in = ASSUMED_LIFETIME_S } = await requestToken(deps, token_endpoint, grant, traceId)
    return { token: access_token, renewAt: deps.clock() + expires_in * SECOND - RENEW_BEFORE_MS }
  }

  const renew = (fhirBase: string, traceId: string | undefined): Promise<Bearer> => {
    const renewal = obtain(fhirBase, traceId)
    bearers.set(fhirBase, renewal)
    renewal.catch(() => {
      if (bearers.get(fhirBase) === renewal) bearers.delete(fhirBase) // A failure is not cached: the next call tries again.
    })
    return renewal
  }

  /** The bearer in use, or a new one; callers that need a new one at the same time share it. */
  const bearer = async (fhirBase: string, traceId: string | undefined, rejected?: string): Promise<string> => {
    const current = bearers.get(fhirBase)
    if (!current) return (await renew(fhirBase, traceId)).token
    const { token, renewAt } = await current
    if (token !== rejected && deps.clock() < renewAt) return token
    const other = bearers.get(fhirBase)
    return (await (other && other !== current ? other : renew(fhirBase, traceId))).token
  }

  const ask = (url: string, token: string, traceId: string | undefined, change?: FhirChange) =>
    deps.fetch(url, {
      ...change,
      headers: {
        ...change?.headers,
        authorization: `Bearer ${token}`,
        accept: 'application/fhir+json',
        ...(traceId === undefined ? {} : { [TRACE_HEADER]: traceId }),
      },
      redirect: 'manual', // The bearer is for this base and goes nowhere else.
    })

  const asked = async (fhirBase: string, url: string, traceId: string | undefined, change?: FhirChange) => {
    const token = await bearer(fhirBase, traceId)
    const response = await ask(url, token, traceId, change)
    if (response.status !== 401) return response
    return ask(url, await bearer(fhirBase, traceId, token), traceId, change)
  }

  return {
    get: (fhirBase, url, traceId) => asked(fhirBase, url, traceId),
    send: (fhirBase, url, change, traceId) => asked(fhirBase, url, traceId, change),
  }
}
