// Subscriptions are looked after by a room of their own: whom they may notify, and of what. Here its rules meet a write.
import type { ResourceObject } from '../change.ts'
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

/** What is stored of what was sent: masked headers are those of before, and a receiver is asked before it is notified. */
export const subscriptionToStore = (
  text: string,
  parsed: ResourceObject,
  before: ResourceObject | undefined,
  { ports }: Unit,
): string => ports.subscriptions.toStore(text, parsed, before)
