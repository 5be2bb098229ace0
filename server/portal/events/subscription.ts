// The portal's own Subscription: the domain notifies it of each Task change (FHIR R4 subscription.html, rest-hook
// without payload).

import { type FhirResource, matchesOf } from '#lib/fhir/bundle.ts'
import { extensionReference, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { JSON_PATCH } from '#lib/fhir/patch/media-types.ts'
import { withDutch } from '#lib/fhir/translation.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'
import type { PortalDeps } from '../deps.ts'
import type { PortalFhir } from '../fhir.ts'

const JSON_TYPE = { 'content-type': 'application/fhir+json' }

type Deps = Pick<PortalDeps, 'clientId' | 'random'>

/**
 * Makes sure that the domain notifies `endpoint`: creates the Subscription when there is none, and reactivates it when
 * it is off or notifies an outdated address. Throws PortalFailure.
 */
export async function subscribe(deps: Deps, fhir: PortalFhir, endpoint: string): Promise<void> {
  const device = `Device/${deps.clientId}`
  const found = await fhir.search('Subscription', { 'resource-origin': device })
  const own = matchesOf(found, 'Subscription').find((one) => extensionReference(one, RESOURCE_ORIGIN) === device)
  if (!own) return create(deps, fhir, device, endpoint)
  const { channel, status } = own as { readonly channel?: { readonly endpoint?: unknown }; readonly status?: unknown }
  if (channel?.endpoint === endpoint && status !== 'off') return
  await setGoing(deps, fhir, own, endpoint)
}

async function create({ random }: Deps, fhir: PortalFhir, device: string, endpoint: string): Promise<void> {
  const resource = {
    resourceType: 'Subscription',
    meta: { profile: [profileOf('Subscription')] },
    status: 'requested',
    ...withDutch('reason', 'The portal shows what becomes of tasks.', 'Het portaal laat zien wat er van taken wordt.'),
    criteria: 'Task?',
    channel: { type: 'rest-hook', endpoint },
  }
  const headers = { ...JSON_TYPE, 'if-none-exist': new URLSearchParams({ 'resource-origin': device }).toString() }
  const body = JSON.stringify(resource)
  assertDone(await fhir.write('Subscription', { method: 'POST', headers, body }, random.uuid()))
}

async function setGoing({ random }: Deps, fhir: PortalFhir, own: FhirResource, endpoint: string): Promise<void> {
  const { versionId } = own['meta'] as { readonly versionId?: unknown }
  const headers = { 'content-type': JSON_PATCH, 'if-match': `W/"${versionId}"` }
  const body = JSON.stringify([
    { op: 'replace', path: '/status', value: 'requested' },
    { op: 'replace', path: '/channel/endpoint', value: endpoint },
  ])
  assertDone(await fhir.write(`Subscription/${own['id']}`, { method: 'PATCH', headers, body }, random.uuid()))
}

function assertDone({ status, resource }: Awaited<ReturnType<PortalFhir['write']>>): void {
  if (status >= 300) throw new Error(`The FHIR base answers ${status}: ${JSON.stringify(resource)}`)
}
