// Connects writes with the rules of Subscriptions in server/subscriptions: whom they may notify, and of what.
import { originIdOf } from '#lib/fhir/resource-origin.ts'
import { isMasked } from '#lib/fhir/subscription-text.ts'
import type { ResourceObject } from '../change.ts'
import { assertFit } from '../draft.ts'
import type { Misfit } from '../misfit.ts'
import type { Unit } from '../unit.ts'
import type { Rule } from './rule.ts'

export const subscriptionRule: Rule = ({ id, parsed, before, origin }, unit) => {
  const { ask, ports, caller, tx } = unit
  const stored = before && { id, origin }
  // One question for all Subscriptions of an app: each repeats the whole transaction.
  const whose = stored ? `stored subscription of ${origin}` : 'new subscription'
  const judge = ask(whose, () => ports.subscriptions.judge(caller.clientId, stored))
  const problems = judge(parsed, before, origin === undefined ? 0 : tx.subscriptionsOn(origin, id))
  if (problems.length > 0) return problems
  const { endpoint } = (parsed['channel'] ?? {}) as { readonly endpoint?: string }
  if (endpoint === undefined || parsed['status'] === 'off') return []
  // Receivers of one origin have the same addresses.
  const problem = ask(`endpoint at ${new URL(endpoint).origin}`, () => ports.subscriptions.endpointProblem(endpoint))
  return problem ? [problem] : []
}

/**
 * The problems of headers sent by an app other than the owner. It may not see their values, and comparing a sent value
 * with the stored one would reveal it.
 */
export function foreignHeaderProblems(
  sent: ResourceObject,
  before: ResourceObject | undefined,
  { caller }: Pick<Unit, 'caller'>,
): readonly Misfit[] {
  if (!before || originIdOf(before) === caller.clientId) return []
  const { header } = (sent['channel'] ?? {}) as { readonly header?: unknown }
  if ([header].flat().every((line) => typeof line !== 'string' || isMasked(line))) return []
  return [
    {
      status: 403,
      code: 'forbidden',
      expression: 'Subscription.channel.header',
      diagnostics: 'This is the Subscription of another app: send its headers as you read them, such as "X-Key: ***".',
    },
  ]
}

/**
 * The text to store: masked headers keep their stored values, and a receiver is asked before it is notified. Throws
 * FhirError 403 for headers that the sender may not see.
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
