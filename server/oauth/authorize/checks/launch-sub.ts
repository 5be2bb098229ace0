// The person of a launch (conformance LTK-08).
import { ROLE_OF_TYPE } from '#lib/fhir/person-role.ts'
import { parseReference } from '#lib/fhir/reference.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { existing } from '../launch-claim-readers.ts'

type Needs = Given<'directory' | 'recorder' | 'launch'>

export const launchSub = {
  name: 'launch.sub',
  prove: async ({ directory, recorder, launch: { sub, resource } }: Needs) => {
    recorder.subject({ sub, task: resource })
    const reference = parseReference(sub)
    if (!reference || !ROLE_OF_TYPE.has(reference.type))
      throw invalidRequest('launch.sub', 'sub must be Patient/id, Practitioner/id or RelatedPerson/id.')
    return { personReference: reference, person: await existing(directory, 'sub', reference) }
  },
  facts: ({ launch }: Needs) => ({ received: { sub: launch.sub } }),
} satisfies Check
