// The activity of a launch: an app can only be launched for its own (conformance LTK-10).
import { extensionReference, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { existingOf } from '../launch-claim-readers.ts'

type Needs = Given<'directory' | 'launch' | 'client' | 'context'>

export const launchDefinition = {
  name: 'launch.definition',
  prove: async ({ directory, launch, client, context }: Needs) => {
    if (launch.definition === undefined) return undefined
    const { reference, resource } = await existingOf(directory, 'definition', 'ActivityDefinition', launch)
    if (extensionReference(resource, RESOURCE_ORIGIN) !== `Device/${client.clientId}`)
      throw invalidRequest('launch.definition')
    return { context: { ...context, definition: reference } }
  },
  facts: ({ launch }: Needs) => ({ received: { definition: launch.definition } }),
} satisfies Check
