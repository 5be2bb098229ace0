// Audit events of the portal's lists, in the name of the person who saw them: to the FHIR API, the only client is the
// portal.
import type { AuditedRead } from '#lib/audit/audit.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import type { PortalDeps } from './deps.ts'

/** A list as shown: the search, and the references of the results. */
export interface ShownList {
  readonly type: string
  readonly parameters: NonNullable<AuditedRead['search']>['parameters']
  readonly shown: readonly string[]
}

/** Records that a list was shown to a signed-in person. */
export async function auditList(
  deps: Pick<PortalDeps, 'audit' | 'clientId' | 'clientAddress' | 'random' | 'viewer'>,
  request: Request,
  { type, parameters, shown }: ShownList,
): Promise<void> {
  const viewer = await deps.viewer(request)
  if (!viewer) return
  await deps.audit.read({
    interaction: 'search-type',
    status: 200,
    client: deps.clientId,
    person: viewer.username,
    address: deps.clientAddress(request),
    requestId: requestIdOf(request) ?? deps.random.uuid(),
    shown,
    asked: type,
    search: { type, parameters },
  })
}
