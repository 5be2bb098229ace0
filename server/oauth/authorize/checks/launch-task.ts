// A person can only launch tasks of people for whom they act, unless the app is registered for any task (conformance
// LTK-09).
import { actsFor, isTaskOf } from '#lib/launch/task-access.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

type Needs = Given<'launch' | 'client' | 'personReference' | 'person' | 'task'>

export const launchTask = {
  name: 'launch.task',
  prove: ({ client, personReference, person, task }: Needs) => {
    if (!client.anyTask && !isTaskOf(task, actsFor(personReference, person))) throw invalidRequest('launch.task')
  },
  facts: ({ launch: { sub, resource } }: Needs) => ({ received: { sub, resource } }),
} satisfies Check
