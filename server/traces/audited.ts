// Audit events about viewing traces.
import type { TraceDetail } from '#lib/api/traces.ts'
import type { AuditedEvent } from '#lib/audit/audit.ts'

/** A trace is about a person's launch, so viewing it is recorded in the audit log. */
export const traceViewed = (
  request: Request,
  person: AuditedEvent['person'],
  { id, traceId, verified }: Pick<TraceDetail, 'id' | 'traceId' | 'verified'>,
  why: string | undefined,
): AuditedEvent => ({
  name: 'view',
  request,
  person,
  action: 'R',
  description: why === undefined ? 'view: a trace' : `view: a trace, ${why}`,
  thing: { kind: 'trace', name: id, fields: [] },
  launch: verified && traceId !== null ? { traceId } : undefined,
})
