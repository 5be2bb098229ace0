// A test of a receiver, by a person: one signed POST in the form of a handshake, by the same rules for its address. It is tried
// once, and changes nothing of the Subscription.

import { findReceiver, post } from './delivery.ts'
import { HookFailure, type SubscriptionDeps } from './deps.ts'
import type { Attempt } from './store.ts'
import type { Subscription } from './subscription.ts'

type Deps = Pick<SubscriptionDeps, 'ownerOf' | 'settings' | 'findHook' | 'keys' | 'clock' | 'random'>

/** Sends a test; what came of it, as an attempt with the number 0. */
export async function sendTest(deps: Deps, subscription: Subscription): Promise<Attempt> {
  const { clock, random } = deps
  const at = clock()
  const base = { first: 0, number: 0, attempt: 1, requestId: random.uuid(), at }
  const receiver = await findReceiver(deps, subscription)
  const notification = { ...base, subscription, eventId: random.uuid(), trigger: undefined }
  const failure =
    receiver instanceof HookFailure ? receiver : await post(deps, notification, receiver, new AbortController().signal)
  const ms = Math.max(0, clock() - at)
  return { ...base, subscriptionId: subscription.id, ms, outcome: failure?.kind ?? 'delivered' }
}
