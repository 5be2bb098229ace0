// The Devices that stand for the applications of a domain, and for the domain itself.
import { DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { CLIENT_ID_SYSTEM } from '#lib/fhir/koppeltaal.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'

/** The Device that stands for an application: its id is the client_id, and it is the origin of what the app makes. */
export const deviceResource = ({
  clientId,
  name,
}: {
  readonly clientId: string
  readonly name: string
}): FhirResource => ({
  resourceType: 'Device',
  id: clientId,
  meta: { profile: [profileOf('Device')] },
  identifier: [{ system: CLIENT_ID_SYSTEM, value: clientId }],
  status: 'active',
  deviceName: [{ name, type: 'user-friendly-name' }],
})

/** The Device that stands for the domain itself. No app has its id. */
export const domainDevice = (): FhirResource => ({
  resourceType: 'Device',
  id: DOMAIN_DEVICE,
  status: 'active',
  deviceName: [{ name: 'Slipway', type: 'user-friendly-name' }],
})
