// Subscriptions are looked after by a room of their own: whom they may notify, and of what. Here its rules meet a write.
import { originsOf } from '#lib/fhir/search-parameters.ts'
import { isMasked } from '#lib/fhir/subscription-text.ts'
import type { ResourceObject } from '../change.ts'
import { assertFit } from '../draft.ts'
import type { Misfit } from '../misfit.ts'
import type { Unit } from '../unit.ts'
import type { Rule } from './rule.ts'

export const subscriptionRule: Rule = ({ id, parsed, before, origin }, unit) => {
  const { ask, ports, caller, tx } = unit
  const stored = before && { id, origin }
  const judge = ask(`subscription ${id} ${origin}`, () => ports.subscriptions.judge(caller.clientId, stored))
  const problems = judge(parsed, before, origin === undefined ? 0 : tx.subscriptionsOn(origin, id))
  if (problems.length > 0) return problems
  const { endpoint } = (parsed['channel'] ?? {}) as { readonly endpoint?: string }
  if (endpoint === undefined || parsed['status'] === 'off') return []
  const problem = ask(`endpoint ${endpoint}`, () => ports.subscriptions.endpointProblem(endpoint))
  return problem ? [problem] : []
}

/**
 * What is wrong with the headers that another app than the owner sends: it is not shown their values, and whether one that it sends is
 * the one that is stored would tell it.
 */
export function foreignHeaderProblems(
  sent: ResourceObject,
  before: ResourceObject | undefined,
  { caller }: Pick<Unit, 'caller'>,
): readonly Misfit[] {
  if (!before || originsOf(before)[0] === caller.clientId) return []
  const { header } = (sent['channel'] ?? {}) as { readonly header?: unknown }
  if ([header].flat().every((line) => typeof line !== 'string' || isMasked(line))) return []
  return [
    {
      status: 403,
      code: 'forbidden',
      expression: 'Subscription.channel.header',
      diagnostics: 'This is the Subscription of another app: send its headers as they were read, such as "X-Key: ***".',
    },
  ]
}

/**
 * What is stored of what was sent: masked headers are those of before, and a receiver is asked before it is notified. Throws
 * FhirError 403 for headers that their sender does not see.
 */
export const subscriptionToStore = (
  text: string,
  parsed: ResourceObject,
  before: ResourceObject | undefined,
  unit: Unit,
): string => {
  assertFit(foreignHeaderProblems(parsed, before, unit))
  return unit.ports.subscriptions.toStore(text, parsed, before)
}
