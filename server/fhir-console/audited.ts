// Audit events of the FHIR console, in the name of the person behind a request: the FHIR API itself knows only the
// client. Both events have the same trace.

import type { FhirMethod } from '#lib/api/fhir-console-words.ts'
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { Asker } from './deps.ts'

interface Sent {
  readonly client: string
  readonly method: FhirMethod
  /** The path below the FHIR base, without the query, which is in the FHIR API's event. */
  readonly path: string
  readonly traceId: string
  readonly status: number
}

const ACTIONS = { GET: 'R', POST: 'C', PUT: 'U', PATCH: 'U', DELETE: 'D' } as const

/** A POST that changes nothing: an operation, or a search. */
const READS = /(\$[\w-]+|_search)$/

/** The event of a request that was sent for a person. */
export function requestSent(
  request: Request,
  { username }: Asker,
  { client, method, path, traceId, status }: Sent,
): AuditedEvent {
  const isRead = method === 'GET' || READS.test(path)
  return {
    name: isRead ? 'view' : 'change',
    request,
    person: { username },
    client,
    action: isRead ? 'R' : ACTIONS[method],
    description: `${isRead ? 'view' : 'change'}: resource, by the FHIR console, ${status}`,
    outcome: status < 400 ? undefined : status < 500 ? 'refused' : 'failed',
    thing: { kind: 'resource', name: path || '/', fields: [] },
    requestId: requestIdOf(request),
    traceId,
  }
}
