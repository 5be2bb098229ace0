// Sub-tasks (Koppeltaal, RelatedPerson as a viewer of a task): a Task that lets somebody view another one is part of
// it, for the same patient, and not part of a sub-task (conformance VAL-12).

import { isObject, type JsonObject } from '../../json.ts'
import type { Finding } from './finding.ts'
import { isViewTask } from './koppeltaal-codes.ts'
import { itemsOf } from './problem.ts'

/** Finds the resource that a reference points to, if the writer may see it; otherwise undefined. */
export type Lookup = (reference: string) => JsonObject | undefined

/** The problems of a Task as part of another one. A task that cannot be found is outside of this rule. */
export function subTaskFindings(task: JsonObject, lookup: Lookup): readonly Finding[] {
  const parts = itemsOf(task['partOf']).filter(isObject)
  if (parts.length === 0)
    return isViewTask(task)
      ? [
          {
            place: ['partOf'],
            code: 'business-rule',
            reason: 'is missing: a task with the code view is part of another task',
          },
        ]
      : []
  return parts.flatMap(({ reference }, index): readonly Finding[] => {
    const main = typeof reference === 'string' ? lookup(reference) : undefined
    if (main === undefined) return []
    return [
      ...('code' in main
        ? [
            {
              place: ['partOf', index, 'reference'],
              code: 'business-rule',
              reason: 'refers to a task with a code; only a task without a code can have parts',
            } as const,
          ]
        : []),
      ...(samePatient(main['for'], task['for'])
        ? []
        : [
            {
              place: ['for'],
              code: 'business-rule',
              reason: 'must be the patient of the task in partOf',
            } as const,
          ]),
    ]
  })
}

/** False only when both are literal references to different resources. Logical references cannot be compared. */
function samePatient(one: unknown, other: unknown): boolean {
  const [first, second] = [addressOf(one), addressOf(other)]
  return first === undefined || second === undefined || first === second
}

const ADDRESS = /(?:^|\/)([A-Z][A-Za-z]{1,63}\/[A-Za-z0-9\-.]{1,64})(?:\/_history\/[A-Za-z0-9\-.]{1,64})?$/

const addressOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['reference'] === 'string' ? ADDRESS.exec(value['reference'])?.[1] : undefined
