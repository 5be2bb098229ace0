// The Devices that represent the applications of a domain, and the domain itself.
import { DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { CLIENT_ID_SYSTEM } from '#lib/fhir/koppeltaal.ts'
import { withDutch } from '#lib/fhir/translation.ts'
import { profileOf } from '#lib/fhir/validation/koppeltaal-profiles.ts'

/** The Device that represents an application. Its id is the client_id, and it is the origin of the app's resources. */
export const deviceResource = ({
  clientId,
  name,
  dutch,
}: {
  readonly clientId: string
  readonly name: string
  /** Of an app of the demo: what it is called in Dutch. */
  readonly dutch?: { readonly title: string }
}): FhirResource => ({
  resourceType: 'Device',
  id: clientId,
  meta: { profile: [profileOf('Device')] },
  identifier: [{ system: CLIENT_ID_SYSTEM, value: clientId }],
  status: 'active',
  deviceName: [{ ...(dutch ? withDutch('name', name, dutch.title) : { name }), type: 'user-friendly-name' }],
})

/** The Device that represents the domain itself. No app has its id. */
export const domainDevice = (): FhirResource => ({
  resourceType: 'Device',
  id: DOMAIN_DEVICE,
  status: 'active',
  deviceName: [{ name: 'Slipway', type: 'user-friendly-name' }],
})
