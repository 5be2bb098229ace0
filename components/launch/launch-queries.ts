// What the app's page reads: its session, and FHIR through its own back-end.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getJson } from '#components/http/get-json.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'

const FHIR = '/launch/api/fhir'

export const sessionQuery = queryOptions({
  queryKey: ['launch', 'session'],
  queryFn: ({ signal }) => getJson<LaunchSession>('/launch/api/session', signal),
})

/** A resource by relative reference, such as `Patient/7`. */
export const resourceQuery = (reference: string) =>
  queryOptions({
    queryKey: ['launch', 'fhir', reference],
    queryFn: ({ signal }) => getJson<FhirResource>(`${FHIR}?${new URLSearchParams({ path: reference })}`, signal),
  })

/** What lies at an absolute address below the FHIR base of the launch: a page of a list, the metadata. */
export const addressQuery = (url: string) =>
  queryOptions({
    queryKey: ['launch', 'fhir', url],
    queryFn: ({ signal }) => getJson<FhirResource>(`${FHIR}?${new URLSearchParams({ url })}`, signal),
    placeholderData: keepPreviousData,
  })
