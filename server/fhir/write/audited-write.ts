// Audit events of writes: who wrote which version, and who was refused (conformance EVT-01 to EVT-04).
import type { AuditedWrite, WriteInteraction } from '#lib/audit/audit.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { CORRELATION_HEADER } from '#lib/trace/trace.ts'
import { versionReference } from '../audited.ts'
import type { Caller } from '../caller.ts'
import type { FhirDeps } from '../deps.ts'
import type { WriteTrace } from '../store.ts'
import { type Applied, criteriaOf } from './change.ts'

interface Writing {
  readonly deps: FhirDeps
  readonly request: Request
  readonly caller: Caller | undefined
  readonly numbers: WriteTrace
}

/** A change that was made, or that turned out to be unnecessary. */
export const auditedChange = ({ change, outcome, version }: Applied, writing: Writing): AuditedWrite => ({
  ...by(writing, change.kind, outcome === 'created' ? 201 : 200),
  what: version && versionReference(version),
  query: criteriaOf(change)?.query,
  note: outcome === 'created' || outcome === 'updated' || outcome === 'deleted' ? undefined : outcome,
})

/** A Bundle as a whole. */
export const auditedBundle = (kind: 'batch' | 'transaction', writing: Writing): AuditedWrite => by(writing, kind, 200)

interface Refusal {
  readonly interaction: WriteInteraction
  readonly status: number
  readonly code: string
  /** The parts that the address names. */
  readonly type?: string | undefined
  readonly id?: string | undefined
}

/** A write that was refused or failed. The event contains nothing of the body. */
export function auditedRefusal(
  { interaction, status, code, type = '', id = '' }: Refusal,
  writing: Writing,
): AuditedWrite {
  const isServed = writing.deps.resourceTypes.includes(type)
  return {
    ...by(writing, interaction, status),
    what: isServed ? (isResourceId(id) ? `${type}/${id}` : type) : undefined,
    note: code,
  }
}

const by = (
  { deps, request, caller, numbers }: Writing,
  interaction: WriteInteraction,
  status: number,
): AuditedWrite => ({
  interaction,
  status,
  client: caller?.clientId,
  token: caller?.tokenId,
  address: deps.clientAddress(request),
  requestId: numbers.requestId,
  traceId: numbers.traceId,
  correlationId: request.headers.get(CORRELATION_HEADER),
})
