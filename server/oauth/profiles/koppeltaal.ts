// The profile of Koppeltaal: a platform launches an app for a person and a task (HTI 2.0 on SMART App Launch 2.2).
import { roleOf } from '#lib/fhir/person-role.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { CHECKS, inOrder } from '../authorize/checks.ts'
import type { LaunchContext } from '../store.ts'
import type { Profile } from './profile.ts'

/** Every check, and a token answer about the launch. */
export const koppeltaal: Profile = {
  scopes: ['launch', 'openid', 'fhirUser'],
  checks: inOrder(CHECKS),
  context: ({ launch }, fhirBase) => {
    const role = launch && roleOf(launch.sub)
    if (!role) throw new TypeError('A grant of this profile has the launch of a person.')
    const { sub, resource, definition, intent } = launch
    const patient = patientId(launch)
    return {
      sub,
      fhirUser: `${fhirBase}/${sub}`,
      role,
      task: resource,
      resource,
      ...(definition === undefined ? {} : { definition }),
      ...(intent === undefined ? {} : { intent }),
      ...(patient === undefined ? {} : { patient }),
      fhirContext: [{ reference: resource }],
      need_patient_banner: true,
    }
  },
}

/** The bare id that SMART requires: of the launch's patient, or of the user if the user is a patient. */
function patientId({ patient, sub }: LaunchContext): string | undefined {
  const reference = parseReference(patient ?? sub)
  return reference?.type === 'Patient' ? reference.id : undefined
}
