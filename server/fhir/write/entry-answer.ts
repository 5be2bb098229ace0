// The answer to one entry of a Bundle, as JSON text (FHIR R4 bundle.html, Bundle.entry.response).
import { formatInstant } from '#lib/fhir/instant.ts'
import { etagOf } from '../http/etag.ts'
import type { StoredVersion } from '../store.ts'

export interface EntryAnswer {
  readonly status: number
  /** An absolute, version-specific URL. */
  readonly location?: string | undefined
  readonly version?: Pick<StoredVersion, 'versionId' | 'lastUpdated'> | undefined
  readonly fullUrl?: string | undefined
  /** JSON text of the resource in the answer. */
  readonly resource?: string | undefined
  /** JSON text of an OperationOutcome. */
  readonly outcome?: string | undefined
}

const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** Minified. */
export function entryText({ status, location, version, fullUrl, resource, outcome }: EntryAnswer): string {
  const phrase = PHRASES[status]
  const response = JSON.stringify({
    status: phrase === undefined ? String(status) : `${status} ${phrase}`,
    location,
    ...(version ? { etag: etagOf(version.versionId), lastModified: formatInstant(version.lastUpdated) } : {}),
  })
  const whole = outcome === undefined ? response : `${response.slice(0, -1)},"outcome":${outcome}}`
  const shown = resource === undefined ? '' : `"resource":${resource},`
  const address = fullUrl === undefined ? '' : `"fullUrl":${JSON.stringify(fullUrl)},`
  return `{${address}${shown}"response":${whole}}`
}
