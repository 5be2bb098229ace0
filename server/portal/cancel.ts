// POST /portal/api/tasks/cancel: a practitioner cancels a task that this portal assigned.

import type { PortalPerson, PortalTaskWritten } from '#lib/api/portal.ts'
import { cancellingForm } from '#lib/api/portal-forms.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { extensionReference, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { JSON_PATCH } from '#lib/fhir/patch/media-types.ts'
import { isEnded } from '#lib/fhir/task-ended.ts'
import { jsonBody } from '#lib/http/json-body.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure, type PortalFailureName } from './failure.ts'
import type { PortalFhir } from './fhir.ts'
import { assertSameOrigin } from './form.ts'
import { readPractitioner } from './person.ts'

export const cancelTask =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<PortalTaskWritten> => {
    assertSameOrigin(deps, request)
    await readPractitioner(deps, fhir, request)
    const read = await jsonBody(request, cancellingForm)
    if ('problems' in read) throw new PortalFailure('bad_request')
    const { task: reference, version } = read.body
    const task = await fhir.find('Task', reference)
    if (!task) throw new PortalFailure('not_found')
    if (isEnded(task)) throw new PortalFailure('task_over')
    await cancel(deps, fhir, reference, version)
    return { reference, status: 'cancelled' }
  }

/** What a refusal of the FHIR base means to a person, by status. */
const WHY_NOT: Readonly<Record<number, PortalFailureName>> = {
  404: 'not_found',
  410: 'not_found',
  412: 'task_changed',
  422: 'task_over',
}

/** Cancels only the version that was shown (If-Match), so that a person sees an app's change before cancelling. */
async function cancel(deps: PortalDeps, fhir: PortalFhir, reference: string, version: string): Promise<void> {
  const headers = { 'content-type': JSON_PATCH, 'if-match': `W/"${version}"` }
  const body = JSON.stringify([{ op: 'replace', path: '/status', value: 'cancelled' }])
  const { status } = await fhir.write(reference, { method: 'PATCH', headers, body }, deps.random.uuid())
  if (status === 200) return
  throw new PortalFailure(WHY_NOT[status] ?? 'fhir_unavailable', {
    cause: new Error(`The FHIR base answers ${status}`),
  })
}

/**
 * The version to cancel; undefined when the person may not cancel it, the task has ended, or it belongs to another app.
 */
export function cancellableVersion(
  { clientId }: Pick<PortalDeps, 'clientId'>,
  { role }: PortalPerson,
  task: FhirResource,
): string | undefined {
  const isOwn = extensionReference(task, RESOURCE_ORIGIN) === `Device/${clientId}`
  if (role !== 'practitioner' || !isOwn || isEnded(task)) return undefined
  const { versionId } = (task['meta'] ?? {}) as { readonly versionId?: unknown }
  return typeof versionId === 'string' ? versionId : undefined
}
