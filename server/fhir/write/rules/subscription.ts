// Asks server/subscriptions, which has the rules: whom a Subscription may notify, and of what.
import type { Rule } from './rule.ts'

export const subscriptionRule: Rule = ({ id, parsed, before, origin }, context) => {
  const { ask, ports, caller, tx } = context
  const stored = before && { id, origin }
  // One question for all Subscriptions of an app: each repeats the whole transaction.
  const whose = stored ? `stored subscription of ${origin}` : 'new subscription'
  const judge = ask(whose, () => ports.subscriptions.judge(caller.clientId, stored))
  const problems = judge(parsed, before, origin === undefined ? 0 : tx.subscriptionsOn(origin, id))
  const receiver = ports.subscriptions.receiverOf(parsed)
  if (problems.length > 0 || receiver === undefined) return problems
  // Receivers of one origin have the same addresses.
  const problem = ask(`endpoint at ${new URL(receiver).origin}`, () => ports.subscriptions.endpointProblem(receiver))
  return problem ? [problem] : []
}
