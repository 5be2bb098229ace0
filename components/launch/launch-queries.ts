// Queries of the demo app's page: its session, and FHIR through its own back-end.
import { keepPreviousData } from '@tanstack/react-query'
import { jsonQuery, pollEvery } from '#components/ui/http/json-query.ts'
import type { ShownAnswers } from '#lib/api/answers.ts'
import type { LaunchSession } from '#lib/api/launch-session.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { addressPath, answersPath, resourcePath, sessionPath } from './fhir-paths.ts'

/** The launch of a page; the browser's newest when the address names none. */
export const sessionQuery = (id: string | undefined) =>
  jsonQuery<LaunchSession>(['launch', 'session', id ?? ''], sessionPath(id))

/** What was answered, as far as the person of the launch may see it. */
export const answersQuery = (session: string) =>
  jsonQuery<ShownAnswers>(['launch', 'answers', session], answersPath(session))

/** The polling interval. */
const LOOK_EVERY_MS = 5000

/** The same, while a practitioner waits for the first of them. */
export const awaitedAnswersQuery = (session: string) => ({
  ...answersQuery(session),
  refetchInterval: pollEvery(LOOK_EVERY_MS),
})

/** The resource at a path of the app's back end. */
export const fhirQuery = (path: string) => jsonQuery<FhirResource>(['launch', 'fhir', path], path)

/** A resource by relative reference, such as `Patient/7`. */
export const resourceQuery = (session: string, reference: string) => fhirQuery(resourcePath(session, reference))

/** Reads an absolute address below the FHIR base of the launch: a page of a list, the metadata. */
export const addressQuery = (session: string, url: string) => ({
  ...fhirQuery(addressPath(session, url)),
  placeholderData: keepPreviousData,
})
