// Access to patients on the portal. The portal enforces its own rule, because its bearer token could read every record.
import type { PortalPerson } from '#lib/api/portal.ts'
import type { FhirResource } from '#lib/fhir/bundle.ts'
import { referenceOf, relatedPatient } from '#lib/launch/task-access.ts'
import { PortalFailure } from './failure.ts'
import type { PortalFhir } from './fhir.ts'

/** The only patient whom a person may see, or 'every' for a practitioner. Throws PortalFailure when there is none. */
export async function patientOf(fhir: PortalFhir, { role, reference }: PortalPerson): Promise<string | 'every'> {
  if (role === 'practitioner') return 'every'
  if (role === 'patient') return reference
  const relation = await fhir.find('RelatedPerson', reference)
  const patient = relatedPatient(relation)
  if (!patient) throw new PortalFailure('not_yours')
  return patient
}

/** True when a person may see a patient's data. */
export async function maySee(fhir: PortalFhir, person: PortalPerson, patient: string): Promise<boolean> {
  const own = await patientOf(fhir, person).catch(ofNobody)
  return own === 'every' || own === patient
}

/** Undefined for the refusal of a person who has no patient. Throws other errors. */
function ofNobody(error: unknown): undefined {
  if (error instanceof PortalFailure && error.failure === 'not_yours') return undefined
  throw error
}

/** True for a person's own task: a patient's answers are shown to others by a review alone. */
export const isOwn = ({ reference }: PortalPerson, task: FhirResource): boolean =>
  referenceOf(task['owner']) === reference

/** True when a person may open a task: practitioners any task of the patient, others their own. */
export function mayOpen({ role, reference }: PortalPerson, task: FhirResource): boolean {
  const owner = referenceOf(task['owner'])
  return role === 'practitioner' || owner === undefined || owner === reference || owner.startsWith('CareTeam/')
}
