// Queries of the record browser: its session, and FHIR through its own back-end, with the text unchanged.
import { queryOptions } from '@tanstack/react-query'
import { HttpError, ofThisPage } from '#components/ui/http/get-json.ts'
import { jsonQuery } from '#components/ui/http/json-query.ts'
import type { BrowseSession, BrowseTypes, BrowseWriters } from '#lib/api/browse.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { parsedJson } from '#lib/json.ts'
import { fhirPath, shownPath, writersPath } from './fhir-urls.ts'

/** GET /browse/api/session: whether the reader may read records, and change them. */
export const browseSessionQuery = jsonQuery<BrowseSession>(['browse', 'session'], '/browse/api/session')
export const browseTypesQuery = jsonQuery<BrowseTypes>(['browse', 'types'], '/browse/api/types')

/** The writers of a record's versions, such as `Task/7`. */
export const writersQuery = (record: string) =>
  jsonQuery<BrowseWriters>(['browse', 'writers', record], writersPath(record))

/** An answer of the FHIR API: a resource, or the OperationOutcome that says why there is none. */
export interface FhirAnswer {
  readonly status: number
  readonly text: string
  readonly resource: FhirResource
  /** Of the ETag: the version that was read, or the one that says the record is deleted. */
  readonly version: number | undefined
}

/** From here on the server is at fault. */
const FAULT = 500
const TOO_MANY = 429

const isGood = (status: number): boolean => status === 200

/** True for the answer with a resource, false for a refusal. */
export const isResource = ({ status }: FhirAnswer): boolean => isGood(status)

/** Reads an absolute URL below the FHIR base. Fails with HttpError when the answer is not from the FHIR API. */
export const fhirQuery = (url: string) =>
  queryOptions({ queryKey: ['browse', 'fhir', url], queryFn: ({ signal }) => readFhir(fhirPath(url), signal) })

/** The same to be looked at and not to be written: without its long strings. */
export const shownQuery = (url: string) =>
  queryOptions({ queryKey: ['browse', 'shown', url], queryFn: ({ signal }) => readFhir(shownPath(url), signal) })

/** A version never changes, so it is read once. */
export const versionQuery = (recordUrl: string, version: number) =>
  queryOptions({ ...shownQuery(`${recordUrl}/_history/${version}`), staleTime: Number.POSITIVE_INFINITY })

async function readFhir(path: string, signal: AbortSignal): Promise<FhirAnswer> {
  const answer = await answerOf(await fetch(path, { signal, headers: ofThisPage() }))
  // This is no answer about the record: it must not replace one, and the read is retried.
  if (answer.status >= FAULT || answer.status === TOO_MANY) throw new HttpError(answer.status, answer.resource)
  return answer
}

/** An answer of the back-end. Throws HttpError when it was not the FHIR API that answered. */
export async function answerOf(response: Response): Promise<FhirAnswer> {
  const { status, headers } = response
  const text = await response.text()
  const resource = parsedJson(text) as FhirResource | undefined
  const type = resource?.['resourceType']
  if (resource === undefined || type === undefined || (!isGood(status) && type !== 'OperationOutcome'))
    throw new HttpError(status, resource)
  return { status, text, resource, version: versionOf(headers.get('etag')) }
}

/** The whole text of what was read without its long strings. Throws HttpError when the FHIR API does not give it. */
export async function wholeText(url: string): Promise<string> {
  const answer = await answerOf(await fetch(fhirPath(url), { headers: ofThisPage() }))
  if (!isResource(answer)) throw new HttpError(answer.status, answer.resource)
  return answer.text
}

function versionOf(etag: string | null): number | undefined {
  const version = /^W\/"([1-9]\d{0,9})"$/.exec(etag ?? '')?.[1]
  return version === undefined ? undefined : Number(version)
}
