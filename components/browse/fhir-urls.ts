// URLs of the record browser: below the FHIR base, through its own back-end.

/** The path of the back-end for an absolute URL below the FHIR base. */
export const fhirPath = (url: string): string => `/browse/api/fhir?${new URLSearchParams({ url })}`

export const recordUrl = (fhirBase: string, type: string, id: string): string => `${fhirBase}/${type}/${id}`

export const metadataUrl = (fhirBase: string): string => `${fhirBase}/metadata`

/** The first reads of a record's page: the record, and the input of its tab of references. */
export const firstUrls = (fhirBase: string, type: string, id: string, tab: string): readonly string[] => [
  recordUrl(fhirBase, type, id),
  ...(tab === 'references' ? [metadataUrl(fhirBase)] : []),
]
