// What a write did to the status of a Task, as the FHIR API notes it in a trace: a code, which says nothing of a person.
import type { StepName } from '../checks/steps.ts'
import type { FactList } from './trace.ts'

const ARROW = ' → '

/** The status before and after, such as `in-progress → completed`; the one that it has, where it did not change. */
export const statusText = (before: unknown, after: string): string =>
  typeof before !== 'string' || before === after ? after : `${before}${ARROW}${after}`

interface Answered {
  readonly step: StepName
  readonly answered?: FactList
}

/** The status that a step noted, as statusText writes it; undefined for a step that wrote no Task. */
export const statusIn = ({ step, answered }: Answered): string | undefined => {
  const status = step === 'fhir.write' ? answered?.['status'] : undefined
  return typeof status === 'string' ? status : undefined
}

/** The status to which a step changed a Task; undefined for one that changed none. */
export const statusAfter = (step: Answered): string | undefined => statusIn(step)?.split(ARROW)[1]
