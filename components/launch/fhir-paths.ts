// Paths of the app's FHIR reads through its own back-end, and the reads of its first screen. They are relative to the app's
// page: each of the demo apps asks its own.
import { queryOf } from '#components/ui/address/query.ts'
import type { OpenSession } from '#lib/api/launch-session.ts'

const PAGE_SIZE = 10 // Fits on a screen; the server's own default is 40.

/** The most wanted types; also shown before the server's CapabilityStatement has arrived. */
export const FIRST_TYPES = ['Patient', 'Task', 'Practitioner', 'ActivityDefinition', 'Device'] as const

const pathOf = (asked: Readonly<Record<string, string>>): string => `api/fhir${queryOf(asked)}`

/** The path of a launch's result. */
export const sessionPath = (id: string | undefined): string => `api/session${queryOf({ session: id })}`

/** Where the app keeps what people answered. */
export const ANSWERS_PATH = 'api/answers'

/** The answers that the person of a launch may see. */
export const answersPath = (session: string): string => `${ANSWERS_PATH}${queryOf({ session })}`

/** A resource by relative reference, such as `Patient/7`, read for a launch. */
export const resourcePath = (session: string, reference: string): string => pathOf({ session, path: reference })

/** The path of an absolute address below the FHIR base of a launch: a page of a list, the metadata. */
export const addressPath = (session: string, url: string): string => pathOf({ session, url })

export const baseOf = ({ iss }: Pick<OpenSession, 'iss'>): string => iss.replace(/\/$/, '')

export const metadataUrl = (base: string): string => `${base}/metadata`

/** The first page of a list. */
export const listUrl = (base: string, type: string): string => `${base}/${type}?_count=${PAGE_SIZE}`

/** The user's own tasks with the same patient. */
export const ownTasksUrl = (session: OpenSession): string =>
  `${baseOf(session)}/Task?${new URLSearchParams({
    ...(session.patient ? { patient: session.patient } : {}),
    owner: session.user,
    _count: String(PAGE_SIZE),
  })}`

/** The reads of an open task's first screen. */
export const firstPaths = (session: OpenSession): readonly string[] =>
  [session.patient, session.task, session.definition]
    .filter((one) => one !== undefined)
    .map((reference) => resourcePath(session.id, reference))
