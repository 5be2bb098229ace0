// A client of SMART Backend Services: reads and writes FHIR with its own credentials (SMART App Launch 2.2, "Backend Services").
import { type Period, periodFrom, SECOND } from '../clock.ts'
import { TRACE_HEADER } from '../trace/trace.ts'
import { readSmartConfiguration } from './smart-configuration.ts'
import { requestToken, type TokenRequestDeps } from './token-request.ts'

/** Requests to one FHIR API, each with a token that is got when it is needed. */
export interface BackendServices {
  /**
   * GET of a URL below `fhirBase` with this client's bearer token. A 401 is retried once with a fresh token. The caller
   * must make sure that `url` is below `fhirBase`. `traceId` is the trace id of the launch. Throws
   * SmartConfigurationError or TokenRequestError.
   */
  readonly get: (fhirBase: string, url: string, traceId?: string) => Promise<Response>
  /**
   * Like `get`, for a write, with a bearer token for its scope alone. A 401 has written nothing, so the request may be
   * repeated.
   */
  readonly write: (fhirBase: string, url: string, write: FhirWrite, traceId?: string) => Promise<Response>
  /** The same with any interaction; without a scope of its own the token has all that the client's role allows. */
  readonly send: (fhirBase: string, url: string, request: FhirRequest, traceId?: string) => Promise<Response>
}

/** An interaction of FHIR R4. */
export interface FhirRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The system scopes that it needs, such as `system/Task.ru`. */
  readonly scope?: string
  /** Names in lower case: `content-type`, `if-match`. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A write interaction of FHIR R4. */
export interface FhirWrite extends FhirRequest {
  readonly method: Exclude<FhirRequest['method'], 'GET'>
  readonly scope: string
}

interface Bearer {
  readonly token: string
  /** True while it is used. */
  readonly isFresh: Period
}

/** The scope of reads; the authorization server grants the part that the client's role allows. */
const READ = 'system/*.rs'
/** A token is renewed this long before it ends, so that it does not end on its way. */
const RENEW_BEFORE_MS = 30 * SECOND
/** The lifetime assumed without expires_in in the answer (RFC 6749 §5.1 only recommends it). */
const ASSUMED_LIFETIME_S = 60

/** What a bearer token is for: one FHIR base, and the requested scope, if any. */
interface Access {
  readonly fhirBase: string
  readonly scope: string | undefined
}

/** A Backend Services client; its tokens stay in the memory of this process. */
export function backendServices(deps: TokenRequestDeps): BackendServices {
  const bearers = new Map<string, Promise<Bearer>>()
  const keyOf = ({ fhirBase, scope = '' }: Access) => `${fhirBase} ${scope}`

  const obtain = async ({ fhirBase, scope }: Access, traceId: string | undefined): Promise<Bearer> => {
    const { token_endpoint } = await readSmartConfiguration(deps.fetch, fhirBase)
    const grant = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }
    const { access_token, expires_in = ASSUMED_LIFETIME_S } = await requestToken(deps, token_endpoint, grant, traceId)
    return { token: access_token, isFresh: periodFrom(deps.clock, expires_in * SECOND - RENEW_BEFORE_MS) }
  }

  const renew = (access: Access, traceId: string | undefined): Promise<Bearer> => {
    const [key, renewal] = [keyOf(access), obtain(access, traceId)]
    bearers.set(key, renewal)
    renewal.catch(() => {
      if (bearers.get(key) === renewal) bearers.delete(key) // Failures are not cached: the next call tries again.
    })
    return renewal
  }

  /** The bearer in use, or a new one; callers that need a new one at the same time share it. */
  const bearer = async (access: Access, traceId: string | undefined, rejected?: string): Promise<string> => {
    const current = bearers.get(keyOf(access))
    if (!current) return (await renew(access, traceId)).token
    const { token, isFresh } = await current
    if (token !== rejected && isFresh()) return token
    const other = bearers.get(keyOf(access))
    return (await (other && other !== current ? other : renew(access, traceId))).token
  }

  const send = async (access: Access, url: string, init: RequestInit, traceId: string | undefined) => {
    const withToken = (token: string) =>
      deps.fetch(url, {
        ...init,
        headers: {
          accept: 'application/fhir+json',
          ...init.headers,
          authorization: `Bearer ${token}`,
          ...(traceId === undefined ? {} : { [TRACE_HEADER]: traceId }),
        },
        redirect: 'manual', // The bearer is for this base and goes nowhere else.
      })
    const token = await bearer(access, traceId)
    const response = await withToken(token)
    return response.status === 401 ? withToken(await bearer(access, traceId, token)) : response
  }

  const sendRequest: BackendServices['send'] = (fhirBase, url, { scope, ...init }, traceId) =>
    send({ fhirBase, scope }, url, init, traceId)
  return {
    get: (fhirBase, url, traceId) => send({ fhirBase, scope: READ }, url, {}, traceId),
    write: sendRequest,
    send: sendRequest,
  }
}
