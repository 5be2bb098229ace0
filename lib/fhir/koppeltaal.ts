// Names from the Koppeltaal 2.0 profiles that the domain interprets.

/** Extension that points to the Device of the application which created a resource. */
export const RESOURCE_ORIGIN = 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin'

/** Extension of a Task that points to the ActivityDefinition it is an instance of. */
export const INSTANTIATES = 'http://vzvz.nl/fhir/StructureDefinition/instantiates'

/** Extension of an ActivityDefinition that points to the Endpoint (launch URL) of its application. */
export const ENDPOINT = 'http://koppeltaal.nl/fhir/StructureDefinition/KT2EndpointExtension'

/** Extension of an ActivityDefinition with the id that its publisher knows it by. */
export const PUBLISHER_ID = 'http://koppeltaal.nl/fhir/StructureDefinition/KT2PublisherId'

/** Extension of an AuditEvent: the launch it belongs to. */
export const TRACE_ID = 'http://koppeltaal.nl/fhir/StructureDefinition/trace-id'
/** Extension of an AuditEvent: the id of the request that caused it. */
export const REQUEST_ID = 'http://koppeltaal.nl/fhir/StructureDefinition/request-id'
/** Extension of an AuditEvent: the id of the request that caused the one in REQUEST_ID. */
export const CORRELATION_ID = 'http://koppeltaal.nl/fhir/StructureDefinition/correlation-id'

/** identifier.system of an identity provider; its value is the issuer. */
export const OIDC_ISSUER_SYSTEM = 'http://koppeltaal.nl/oidc/issuer'

/** identifier.system of an application's Device; its value is the client_id. */
export const CLIENT_ID_SYSTEM = 'http://vzvz.nl/fhir/NamingSystem/koppeltaal-client-id'

/** The extension of a resource that an application created. */
export const originOf = (clientId: string) => ({
  url: RESOURCE_ORIGIN,
  valueReference: { reference: `Device/${clientId}`, type: 'Device' },
})

interface Extension {
  readonly url?: string
  readonly valueReference?: { readonly reference?: string }
}

/** The reference that an extension of a resource points to, such as `Device/7`. */
export function extensionReference(resource: { readonly extension?: unknown }, url: string): string | undefined {
  const extensions = Array.isArray(resource.extension) ? (resource.extension as readonly (Extension | null)[]) : []
  return extensions.find((extension) => extension?.url === url)?.valueReference?.reference
}
