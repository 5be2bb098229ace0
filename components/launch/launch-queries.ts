// Queries of the demo app's page: its session, and FHIR through its own back-end.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getJson, HttpError } from '#components/http/get-json.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import type { ComingRead, ToldRead } from '#lib/api/told-read.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { addressPath, resourcePath, sessionPath } from './fhir-paths.ts'

/** The launch that a page is of; the newest of the browser where its address names none. */
export const sessionQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['launch', 'session', id ?? ''],
    queryFn: ({ signal }) => getJson<LaunchSession>(sessionPath(id), signal),
  })

const fhirQuery = (path: string) =>
  queryOptions({
    queryKey: ['launch', 'fhir', path],
    queryFn: ({ signal }) => getJson<FhirResource>(path, signal),
  })

/** The read of a path of the app's back-end that streams in with the page. */
export const comingQuery = (path: string, coming: ComingRead) => ({
  coming,
  query: queryOptions({
    queryKey: fhirQuery(path).queryKey,
    queryFn: async (context) => {
      const told = await coming
      return told ? toldResource(told) : getJson<FhirResource>(path, context.signal)
    },
  }),
})

/** A resource by relative reference, such as `Patient/7`. */
export const resourceQuery = (session: string, reference: string) => fhirQuery(resourcePath(session, reference))

/** Reads an absolute address below the FHIR base of the launch: a page of a list, the metadata. */
export const addressQuery = (session: string, url: string) =>
  queryOptions({ ...fhirQuery(addressPath(session, url)), placeholderData: keepPreviousData })

/** As getJson would read it. */
function toldResource({ status, text }: ToldRead): FhirResource {
  const body = JSON.parse(text) as FhirResource
  if (status !== 200) throw new HttpError(status, body)
  return body
}
