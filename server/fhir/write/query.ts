// Query parameters in the address of a write. None is ever ignored, because whoever sends one expects an effect.
import type { Params } from '#lib/http/params.ts'
import { FhirError, shown } from '../outcome.ts'

/** Parameters that shape the answer. */
const OF_ANSWERS: readonly string[] = ['_format', '_pretty']

/** Throws FhirError 400 for any parameter that does not shape the answer; `instead` is what its sender may have meant. */
export function assertNoQuery({ params }: { readonly params: Params }, instead = 'Leave it out.'): void {
  const [odd] = selecting(params)
  if (odd)
    throw new FhirError(
      400,
      'not-supported',
      `This address has no parameter ${shown(odd[0])} for this method. ${instead}`,
    )
}

/** The parameters that select something. */
export const selecting = ({ entries }: Params): Params['entries'] =>
  entries.filter(([name]) => !OF_ANSWERS.includes(name))
