// Audit events of the developers' pages: each change of an app with its author and fields.
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { appFields, changed, changedFields } from '#lib/audit/changes.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import type { OwnedApp } from './store.ts'

/** Records a change of an app: registered, changed or removed. */
export function auditApp(
  { audit }: Pick<ConnectDeps, 'audit'>,
  request: Request,
  developer: Developer,
  { before, after }: { readonly before?: OwnedApp; readonly after?: OwnedApp },
): void {
  const action = before === undefined ? 'C' : after === undefined ? 'D' : 'U'
  const fields = changedFields(before ? told(before, developer) : {}, after ? told(after, developer) : {})
  audit.record(changed(by(request, developer), action, thingOf(before ?? after), fields))
}

export const by = (request: Request, { username }: Developer): Pick<AuditedEvent, 'request' | 'person'> => ({
  request,
  person: { username },
})

const thingOf = (app: OwnedApp | undefined) => ({ kind: 'app', name: app?.clientId ?? '' }) as const

/** Only its owner changes an app. */
const told = (app: OwnedApp, { username }: Developer) => ({
  ...appFields({ ...app }),
  owner: username,
})
