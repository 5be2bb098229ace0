// URLs of the record browser: below the FHIR base, through its own back-end.

/** The path of the back-end for an absolute URL below the FHIR base. */
export const fhirPath = (url: string): string => `/browse/api/fhir?${new URLSearchParams({ url })}`

/** The same, for an answer whose long strings are left out (lib/fhir/long-strings.ts). */
export const shownPath = (url: string): string => `${fhirPath(url)}&long=left-out`

/** The absolute URL of a record. */
export const recordUrl = (fhirBase: string, type: string, id: string): string => `${fhirBase}/${type}/${id}`

/** Versions on a page. */
const VERSIONS_AT_ONCE = 20

/** The history of a record, its newest versions. */
export const historyUrl = (recordUrl: string): string => `${recordUrl}/_history?_count=${VERSIONS_AT_ONCE}`

/** The path of the back end for the writers of a record's versions. */
export const writersPath = (record: string): string => `/browse/api/writers?${new URLSearchParams({ record })}`

/** The path of the back-end for changes of a record such as `Task/7`. */
export const changePath = (record: string): string => `/browse/api/record?${new URLSearchParams({ path: record })}`

export const metadataUrl = (fhirBase: string): string => `${fhirBase}/metadata`

/** The first reads of a record's page: the record, and the input of its tab. */
export const firstUrls = (fhirBase: string, type: string, id: string, tab: string): readonly string[] => [
  recordUrl(fhirBase, type, id),
  ...(tab === 'references' ? [metadataUrl(fhirBase)] : []),
  ...(tab === 'history' ? [historyUrl(recordUrl(fhirBase, type, id))] : []),
]
