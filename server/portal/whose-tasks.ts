// The patient whose tasks a request of the portal's page asks for, and whether the person may see them.
import type { PortalPerson } from '#lib/api/portal.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import { queryParams } from '#lib/http/params.ts'
import type { PortalDeps } from './deps.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'
import { readPerson } from './person.ts'
import { maySee, patientOf } from './who-may-see.ts'

interface WhoseTasks {
  readonly person: PortalPerson
  readonly patient: string
}

/** The requesting person, and the patient whose tasks they may see. Throws PortalFailure. */
export async function whoseTasks(deps: PortalDeps, fhir: PortalFhir, request: Request): Promise<WhoseTasks> {
  const found = await whoseTasksOrEvery(deps, fhir, request)
  if (found.patient === 'every') throw new PortalFailure('bad_request')
  return found
}

/** The same; 'every' for a practitioner who names no patient. Throws PortalFailure. */
export async function whoseTasksOrEvery(deps: PortalDeps, fhir: PortalFhir, request: Request): Promise<WhoseTasks> {
  const person = await readPerson(deps, fhir, request)
  const patient = askedPatient(request) ?? (await patientOf(fhir, person))
  if (!(await maySee(fhir, person, patient))) throw new PortalFailure('not_yours')
  return { person, patient }
}

/** The patient in the query, as a reference; undefined when absent. Throws PortalFailure. */
export function askedPatient(request: Request): string | undefined {
  const params = queryParams(request)
  const id = params.get('patient')?.replace(/^Patient\//, '')
  if (id === undefined) return undefined
  if (params.repeated.has('patient') || !isResourceId(id)) throw new PortalFailure('bad_request')
  return `Patient/${id}`
}
