// What of the console's work goes to the audit log: each change with who made it, and whoever knocks and may not come in.
import type { AuditedEvent, AuditedField, AuditedThing } from '#lib/audit/audit.ts'
import { changed } from '#lib/audit/changes.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'

/** Records a change by an administrator. */
export function auditChange(
  { audit }: Pick<AdminDeps, 'audit'>,
  request: Request,
  { username }: AdminViewer,
  action: NonNullable<AuditedEvent['action']>,
  thing: Omit<AuditedThing, 'fields'>,
  fields?: readonly AuditedField[],
): void {
  audit.record(changed({ request, person: { username } }, action, thing, fields))
}

/** Somebody who is no administrator, or a page of somebody else, asked the console for something. */
export const turnedAway = (request: Request, { username }: AdminViewer, why: string): AuditedEvent => ({
  name: 'change',
  request,
  person: { username },
  outcome: 'refused',
  description: `change: ${why}`,
  tooOften: true,
})
