// The portal's FHIR client: reads, searches and writes with its own bearer token, over HTTP.

import type { FhirResource } from '#lib/fhir/bundle.ts'
import { urlBelowBase } from '#lib/fhir/fhir-url.ts'
import { parsedInSlices } from '#lib/fhir/parsed-in-slices.ts'
import { parseReference, type Reference } from '#lib/fhir/reference.ts'
import { readBody } from '#lib/http/params.ts'
import { REQUEST_ID_HEADER } from '#lib/http/request-id.ts'
import { backendServices, type FhirWrite } from '#lib/oauth/backend-services.ts'
import { TokenRequestError } from '#lib/oauth/token-request.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'

export interface PortalFhir {
  /** The resource behind a reference of the given type; undefined when there is none (any more). */
  readonly find: (type: string, reference: unknown) => Promise<FhirResource | undefined>
  /** A searchset; `conditions` become the query. `traceId` is the trace of the cause of the search. */
  readonly search: (type: string, conditions: Conditions, traceId?: string) => Promise<FhirResource>
  /** The page that a link in a searchset points to. Throws PortalFailure when the link leaves the base. */
  readonly page: (url: string) => Promise<FhirResource>
  /**
   * A write; `path` is below the base, empty for a Bundle. It has its own X-Request-Id; its X-Trace-Id is `traceId`.
   * Throws PortalFailure when the portal may not write or the API does not answer; other refusals are in the status.
   */
  readonly write: (path: string, change: FhirChange, traceId: string) => Promise<Written>
}

/** A record, or pairs when a name occurs more than once. */
type Conditions = Readonly<Record<string, string>> | readonly (readonly [string, string])[]

/** A write without its scope, which is the portal's. */
export type FhirChange = Omit<FhirWrite, 'scope'>

export interface Written {
  /** 200 to 299, or a refusal other than 401, 403, 429 and 5xx. */
  readonly status: number
  /** The resource in the answer; undefined when it has no body. */
  readonly resource: FhirResource | undefined
}

/** Largest answer that is read, in bytes. */
const LONGEST_ANSWER = 16 * 1024 * 1024
const GONE: readonly number[] = [404, 410]
/** Statuses of a request that was neither done nor decided. */
const NOT_ANSWERED: readonly number[] = [401, 429]
/** Characters of a refusal in the log: an OperationOutcome states the problem near its beginning. */
const LONGEST_CAUSE = 500

/** The portal must read whatever its writes refer to. It writes Tasks, and manages its one Subscription. */
const SCOPE = 'system/*.rs system/Task.crus system/Subscription.crus'

export function portalFhir(deps: PortalDeps): PortalFhir {
  const backend = backendServices(deps)
  const get = async (url: string, traceId?: string): Promise<FhirResource | undefined> => {
    await assertInUse(deps)
    try {
      const answer = await backend.get(deps.fhirBase, url, traceId)
      if (GONE.includes(answer.status)) return undefined
      if (answer.status === 403) throw notReadable(typeOf(deps.fhirBase, url))
      if (answer.status !== 200) throw new Error(`The FHIR base answers ${answer.status}`)
      return (await parsedInSlices((await readBody(answer, LONGEST_ANSWER)) ?? '')) as FhirResource
    } catch (cause) {
      throw notRead(cause)
    }
  }

  const page = async (url: string, traceId?: string): Promise<FhirResource> => {
    const below = urlBelowBase(deps.fhirBase, url)
    if (!below) throw new PortalFailure('bad_request')
    const bundle = await get(below, traceId)
    if (bundle?.['resourceType'] !== 'Bundle') throw new PortalFailure('not_found')
    return bundle
  }

  const write: PortalFhir['write'] = async (path, change, traceId) => {
    await assertInUse(deps)
    const url = path === '' ? deps.fhirBase : `${deps.fhirBase}/${path}`
    const headers = { ...change.headers, [REQUEST_ID_HEADER]: deps.random.uuid() }
    const answer = await backend
      .write(deps.fhirBase, url, { ...change, headers, scope: SCOPE }, traceId)
      .catch((cause: unknown) => {
        throw notRead(cause)
      })
    const { status } = answer
    const body = await readBody(answer, LONGEST_ANSWER)
    const cause = new Error(`The FHIR base answers ${status}: ${body?.slice(0, LONGEST_CAUSE)}`)
    if (status === 403) throw new PortalFailure('not_permitted', { cause })
    if (NOT_ANSWERED.includes(status) || status >= 500) throw new PortalFailure('fhir_unavailable', { cause })
    return { status, resource: body ? (JSON.parse(body) as FhirResource) : undefined }
  }

  return {
    write,
    find: async (type, reference) => {
      const found = parseReference(reference)
      if (found?.type !== type) return undefined
      const resource = await get(`${deps.fhirBase}/${found.type}/${found.id}`)
      return resource?.['resourceType'] === type ? resource : undefined
    },
    search: (type, conditions, traceId) =>
      page(`${deps.fhirBase}/${type}?${new URLSearchParams(asPairs(conditions))}`, traceId),
    page: (url) => page(url),
  }
}

/**
 * Without this check, each visit would request a token that is refused, and each refusal would be reported to
 * administrators.
 */
async function assertInUse({ isInUse }: PortalDeps): Promise<void> {
  if (!(await isInUse())) throw new PortalFailure('not_in_use')
}

/** The portal's role does not permit to read a type: an answer for good, until an administrator changes the role. */
const notReadable = (type: string, cause?: unknown): PortalFailure =>
  new PortalFailure('not_readable', { cause, missing: `system/${type}.rs` })

/** The type in a URL below the base; of a further page, whose URL has none, any. */
const typeOf = (fhirBase: string, url: string): string => /^\/([A-Za-z]+)/.exec(url.slice(fhirBase.length))?.[1] ?? '*'

/** The failure of a read. When the authorization server refuses the portal, waiting does not help. */
function notRead(cause: unknown): PortalFailure {
  if (cause instanceof PortalFailure) return cause
  if (cause instanceof TokenRequestError && cause.error === 'invalid_scope') return notReadable('*', cause)
  const isRefused = cause instanceof TokenRequestError && cause.error === 'invalid_client'
  return new PortalFailure(isRefused ? 'not_in_use' : 'fhir_unavailable', { cause })
}

const asPairs = (conditions: Conditions): [string, string][] =>
  (isPairs(conditions) ? conditions : Object.entries(conditions)).map(([name, value]) => [name, value])

const isPairs = (conditions: Conditions): conditions is readonly (readonly [string, string])[] =>
  Array.isArray(conditions)

/** The reference in an element such as Task.for, if it points to a Patient. */
export function patientIn(element: unknown): Reference | undefined {
  const reference = parseReference((element as { readonly reference?: unknown } | null | undefined)?.reference)
  return reference?.type === 'Patient' ? reference : undefined
}
