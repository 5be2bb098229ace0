// Where the app's page reads FHIR through its own back-end, and what it reads first.
import type { OpenSession } from '#lib/api/launch-session.ts'

const PAGE_SIZE = 10 // What fits on a screen; the server's own default is 40.

/** What people look for first; also what is shown while the server has not said what it serves. */
export const FIRST_TYPES = ['Patient', 'Task', 'Practitioner', 'ActivityDefinition', 'Device'] as const

const pathOf = (asked: Readonly<Record<string, string>>): string => `/launch/api/fhir?${new URLSearchParams(asked)}`

/** A resource by relative reference, such as `Patient/7`. */
export const resourcePath = (reference: string): string => pathOf({ path: reference })

/** What lies at an absolute address below the FHIR base of the launch: a page of a list, the metadata. */
export const addressPath = (url: string): string => pathOf({ url })

export const baseOf = ({ iss }: Pick<OpenSession, 'iss'>): string => iss.replace(/\/$/, '')

export const metadataUrl = (base: string): string => `${base}/metadata`

/** The first page of a list. */
export const listUrl = (base: string, type: string): string => `${base}/${type}?_count=${PAGE_SIZE}`

/** All that the page of an open task shows before anybody touches it. */
export function firstPaths(session: OpenSession): readonly string[] {
  const base = baseOf(session)
  const resources = [session.patient, session.task, session.definition].filter((one) => one !== undefined)
  return [...resources.map(resourcePath), ...[metadataUrl(base), listUrl(base, FIRST_TYPES[0])].map(addressPath)]
}
