// FHIR R4 AuditEvents of writes: who wrote which version of which resource, in the same transaction as the version.
import { type AuditedWrite, DOMAIN_DEVICE, type WriteInteraction } from '#lib/audit/audit.ts'
import { formatInstant } from '#lib/fhir/instant.ts'
import { CORRELATION_ID, REQUEST_ID, RESOURCE_ORIGIN, TRACE_ID } from '#lib/fhir/koppeltaal.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { agents, device, type EventContext, some, text } from './audit-event.ts'
import {
  APPLICATION_SERVER,
  AUDIT_EVENT_SYSTEM,
  CLIENT_ERROR,
  CODES,
  type Element,
  OUTCOMES,
  outcomeOf,
  QUERY,
  RESOURCE_TYPE,
  restful,
} from './codes.ts'

/** http://hl7.org/fhir/R4/valueset-audit-event-action.html; a Bundle or an operation is an execution. */
const ACTIONS: Readonly<Record<WriteInteraction, string>> = {
  create: 'C',
  update: 'U',
  patch: 'U',
  delete: 'D',
  batch: 'E',
  transaction: 'E',
  operation: 'E',
}

/** Longest recorded search, in characters. */
const LONGEST_QUERY = 4096

/** The AuditEvent for a write. Pure. */
export function writeEvent(
  write: AuditedWrite,
  { id, recorded, identifierSystem, site }: Omit<EventContext, 'address'>,
): Element {
  const { interaction, client, address } = write
  return {
    resourceType: 'AuditEvent',
    id,
    extension: extensions(write),
    type: CODES.write.type,
    subtype: [restful(interaction), { system: AUDIT_EVENT_SYSTEM, code: 'write', display: CODES.write.display }],
    action: ACTIONS[interaction],
    recorded: formatInstant(recorded),
    outcome: OUTCOMES[outcomeOf(write.status)],
    outcomeDesc: description(write),
    agent: agents({ name: 'write', client }, { address, identifierSystem }),
    source: { site, observer: device(DOMAIN_DEVICE), type: [APPLICATION_SERVER] },
    ...some('entity', entities(write)),
  }
}

function extensions({ traceId, requestId, correlationId }: AuditedWrite): readonly Element[] {
  const ids = [
    [TRACE_ID, traceId],
    [REQUEST_ID, requestId],
    [CORRELATION_ID, correlationId],
  ] as const
  return [
    { url: RESOURCE_ORIGIN, valueReference: device(DOMAIN_DEVICE) },
    ...ids.flatMap(([url, valueId]) => (valueId && isResourceId(valueId) ? [{ url, valueId }] : [])),
  ]
}

function description({ interaction, status, note }: AuditedWrite): string {
  if (status >= CLIENT_ERROR) return text(`fhir: ${interaction} refused with ${status} ${note ?? ''}`)
  return note === undefined ? `fhir: ${interaction}` : text(`fhir: ${interaction}, ${note}`)
}

function entities({ what, query }: AuditedWrite): readonly Element[] {
  const type = what?.split('/', 1)[0]
  const typed = type ? { type: { system: RESOURCE_TYPE, code: type, display: type } } : {}
  return [
    ...(what === undefined ? [] : [what.includes('/') ? { what: { reference: what }, ...typed } : typed]),
    ...(query === undefined
      ? []
      : [{ role: QUERY, query: Buffer.from(query.slice(0, LONGEST_QUERY)).toString('base64') }]),
  ]
}
