// The patient of a launch (conformance LTK-11): a related person acts only for the patient of their record.
import { invalidRequest, Refusal } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given, Resource } from '../check-context.ts'
import { existingOf } from '../launch-claim-readers.ts'

type Needs = Given<'directory' | 'launch' | 'context' | 'personReference' | 'person'>

export const launchPatient = {
  name: 'launch.patient',
  prove: async ({ directory, launch, context, personReference: { type }, person }: Needs) => {
    if (type === 'RelatedPerson') assertRelated(launch.patient, person)
    if (launch.patient === undefined) return undefined
    const { reference: patient } = await existingOf(directory, 'patient', 'Patient', launch)
    if (type === 'Patient' && patient !== context.sub)
      throw invalidRequest('launch.patient', 'patient must be the same as sub when a patient launches.')
    return { context: { ...context, patient } }
  },
  facts: ({ launch: { patient, sub } }: Needs) => ({ received: { patient, sub } }),
} satisfies Check

function assertRelated(value: unknown, { patient }: Resource): void {
  const related =
    patient !== null && typeof patient === 'object' && 'reference' in patient ? patient.reference : undefined
  if (typeof value === 'string' && value === related) return
  throw new Refusal('launch.patient', 'access_denied', 'patient must be the patient of the RelatedPerson in sub.')
}
