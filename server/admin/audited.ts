// Audit events of the console: each change with its author, and each refused access.
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

/** A request to the console by a person who is no administrator, or from another site's page. */
export const turnedAway = (
  request: Request,
  { username }: Pick<AdminViewer, 'username'>,
  why: string,
): AuditedEvent => ({
  name: 'change',
  request,
  person: { username },
  outcome: 'refused',
  description: `change: ${why}`,
  tooOften: true,
})
