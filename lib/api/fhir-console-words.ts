// The values that a FHIR request can be composed of.

/** Methods of FHIR R4 (http.html). */
export const FHIR_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type FhirMethod = (typeof FHIR_METHODS)[number]

/** The headers of a request that its sender chooses, in lower case. */
export const FHIR_HEADERS = [
  ...(['accept', 'content-type', 'if-match', 'if-none-match', 'if-modified-since', 'if-none-exist', 'prefer'] as const),
] as const
export type FhirHeader = (typeof FHIR_HEADERS)[number]
