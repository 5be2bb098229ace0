// The audit event of a change by the console, with its author.
import { changed } from '#lib/audit/changes.ts'
import type { Change } from '#lib/audit/config-changes.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'

/** Records a change by an administrator. */
export function auditChange(
  { audit }: Pick<AdminDeps, 'audit'>,
  request: Request,
  { username, token }: Pick<AdminViewer, 'username' | 'token'>,
  { action, thing }: Change,
): void {
  const by = token === undefined ? [] : [{ name: 'by token', value: token }]
  audit.record(changed({ request, person: { username } }, action, thing, [...thing.fields, ...by]))
}
