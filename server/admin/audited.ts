// The audit event of a change by the console, with its author.
import type { AuditedEvent, AuditedField, AuditedThing } from '#lib/audit/audit.ts'
import { changed } from '#lib/audit/changes.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'

/** Records a change by an administrator. */
export function auditChange(
  { audit }: Pick<AdminDeps, 'audit'>,
  request: Request,
  { username, token }: Pick<AdminViewer, 'username' | 'token'>,
  action: NonNullable<AuditedEvent['action']>,
  thing: Omit<AuditedThing, 'fields'>,
  fields: readonly AuditedField[] = [],
): void {
  const by = token === undefined ? [] : [{ name: 'by token', value: token }]
  audit.record(changed({ request, person: { username } }, action, thing, [...fields, ...by]))
}
