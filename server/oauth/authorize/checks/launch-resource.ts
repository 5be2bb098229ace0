// The task of a launch (conformance LTK-09).
import { formatReference } from '#lib/fhir/reference.ts'
import { invalidRequest } from '../../refusal.ts'
import type { LaunchContext } from '../../store.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { existingOf } from '../launch-claim-readers.ts'

type Needs = Given<'directory' | 'launch' | 'personReference'>

/** A Task that was entered in error should never have been (R4 task.html, TaskStatus): nobody works on it. */
export const launchResource = {
  name: 'launch.resource',
  prove: async ({ directory, launch, personReference }: Needs) => {
    const { reference: resource, resource: task } = await existingOf(directory, 'resource', 'Task', launch)
    if (task['status'] === 'entered-in-error')
      throw invalidRequest('launch.resource', 'resource must be a Task that is not entered in error.')
    const { platform, traceId } = launch
    const context: LaunchContext = { platform, traceId, sub: formatReference(personReference), resource }
    return { task, context }
  },
  facts: ({ launch }: Needs) => ({ received: { resource: launch.resource } }),
} satisfies Check
