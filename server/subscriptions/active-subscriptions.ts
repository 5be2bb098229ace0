// The Subscriptions in the dispatching process that are not stopped, each with its state.
import type { SubscriptionDeps } from './deps.ts'
import { createPace, type Pace } from './rate-per-minute.ts'
import { afterVersion } from './state-machine.ts'
import type { SubscriptionState, SubscriptionVersion } from './store.ts'
import { readSubscription, type Subscription } from './subscription.ts'

export interface Watched {
  readonly state: SubscriptionState
  /** Undefined when it was deleted or has no owner. */
  readonly subscription: Subscription | undefined
  readonly pace: Pace
}

type Deps = Pick<SubscriptionDeps, 'resources' | 'random' | 'clock'> & {
  readonly settings: Pick<SubscriptionDeps['settings'], 'eventsPerMinute'>
}

/**
 * Watches a Subscription, or no longer once it is stopped: those that were switched off or deleted become ever more.
 */
export function keep(watched: Map<string, Watched>, one: Watched): void {
  if (one.state.phase === 'stopped') watched.delete(one.state.id)
  else watched.set(one.state.id, one)
}

/** A stored state with its version of the Subscription. */
export async function watchedAgain({ resources, settings }: Deps, state: SubscriptionState): Promise<Watched> {
  const version = await resources.readVersion('Subscription', state.id, state.versionId)
  const subscription = version?.body === undefined ? undefined : readSubscription(version.body, version)
  return { state, subscription, pace: createPace(settings.eventsPerMinute) }
}

/** A Subscription after a new version of it. */
export function watchedAfter(
  { random, clock, settings }: Deps,
  before: Watched | undefined,
  version: SubscriptionVersion,
): Watched {
  const subscription = version.body === undefined ? undefined : readSubscription(version.body, version)
  const state = afterVersion(before?.state, subscription, { ...version, eventId: random.uuid(), now: clock() })
  return { state, subscription, pace: before?.pace ?? createPace(settings.eventsPerMinute) }
}
