// PUT and DELETE /browse/api/record?path=Type/id: an administrator changes a record. The FHIR API decides as for any
// client, and its answer is returned unchanged. The audit event of this page names the person, and has the same trace
// as the write itself.

import type { AuditedEvent } from '#lib/audit/audit.ts'
import { changed, changeRefused } from '#lib/audit/changes.ts'
import { messageOf } from '#lib/cause.ts'
import { passOn, refusal } from '#lib/fhir/proxy.ts'
import { formatReference, parseReference } from '#lib/fhir/reference.ts'
import { queryParams, requestBody } from '#lib/http/params.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { isForeignChange } from '#lib/http/same-origin.ts'
import type { BackendServices, FhirWrite } from '#lib/oauth/backend-services.ts'
import type { BrowseDeps, Reader } from './deps.ts'

/** The role of accounts that may change records; no other role may. */
const MAY_CHANGE = 'admin'

/** Updates and deletes records, and reads the result. */
const SCOPE = 'system/*.rud'

/** The headers of a change that are passed on. */
const PASSED_ON = ['content-type', 'if-match', 'prefer'] as const

export const changeRecord =
  (deps: BrowseDeps, backend: Pick<BackendServices, 'write'>) =>
  async (request: Request, person: Reader): Promise<Response> => {
    if (person.role !== MAY_CHANGE)
      return turnedAway(deps, request, person, 'access_denied', 'Only administrators may change records.')
    if (isForeignChange(request, deps.publicUrl))
      return turnedAway(deps, request, person, 'cross_site', 'Changes are accepted from the pages of this site only.')
    const record = parseReference(queryParams(request).get('path'))
    if (!record) return refusal(400, 'invalid_request', 'path is a type and an id, such as Patient/7.')
    const body = await requestBody(request, deps.mostBytes)
    if (body === undefined)
      return refusal(
        413,
        'invalid_request',
        `A record has ${deps.mostBytes} bytes at most; more came, or not all of it.`,
      )
    const name = formatReference(record)
    const traceId = deps.random.uuid()
    const answer = await carriedOut(deps, backend, { name, traceId, change: changeIn(request, body) })
    deps.audit.record(audited(deps, request, person, { name, traceId, status: answer.status }))
    return answer
  }

function changeIn({ method, headers }: Request, body: string): FhirWrite {
  const passed = PASSED_ON.flatMap((name): readonly (readonly [string, string])[] => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const common = { scope: SCOPE, headers: Object.fromEntries(passed) }
  return method === 'DELETE' ? { ...common, method } : { ...common, method: 'PUT', body }
}

interface Asked {
  /** The record, as `Type/id`. */
  readonly name: string
  readonly traceId: string
  readonly change: FhirWrite
}

async function carriedOut(
  { fhirBase, log }: BrowseDeps,
  backend: Pick<BackendServices, 'write'>,
  { name, traceId, change }: Asked,
): Promise<Response> {
  try {
    return await passOn(await backend.write(fhirBase, `${fhirBase}/${name}`, change, traceId))
  } catch (error) {
    log.warn({ cause: messageOf(error) }, 'The FHIR base could not be written to')
    return refusal(502, 'temporarily_unavailable', 'The FHIR base did not answer: the record may have changed or not.')
  }
}

/** The audit event of a change, with its person. The outcome is in the write's own event, which has the same trace. */
function audited(
  { clientId, random }: BrowseDeps,
  request: Request,
  { username }: Reader,
  { name, traceId, status }: { readonly name: string; readonly traceId: string; readonly status: number },
): AuditedEvent {
  const requestId = requestIdOf(request) ?? random.uuid()
  const where = { request, person: { username }, client: clientId, requestId, traceId }
  const event = changed({ request, person: { username } }, request.method === 'DELETE' ? 'D' : 'U', {
    kind: 'resource',
    name,
  })
  if (status < 400) return { ...event, ...where }
  const outcome = status < 500 ? 'refused' : 'failed'
  return { ...event, ...where, outcome, description: `change: resource, ${status}` }
}

/** Refuses and records a change by a person without the right, or from another site's page. */
function turnedAway(
  { audit }: BrowseDeps,
  request: Request,
  { username }: Reader,
  why: 'access_denied' | 'cross_site',
  words: string,
): Response {
  audit.record(changeRefused({ request, person: { username } }, why))
  return refusal(403, why, words)
}
