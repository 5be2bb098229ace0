// One attempt of a notification: choosing the events to announce, the request, and the effect of the answer. It is
// saved before it is sent, so that a repeat after a crash is the same notification.
import type { JsonObject } from '#lib/json.ts'
import type { Watched } from './active-subscriptions.ts'
import { type FindHook, HookFailure, type SubscriptionDeps } from './deps.ts'
import { endpointProblem } from './endpoint-rules.ts'
import { headersOf, type Notification } from './notification.ts'
import { mayRead, permissionsOf } from './read-permission.ts'
import { signNotification } from './signature.ts'
import {
  afterFailure,
  afterHandshake,
  afterStart,
  afterSuccess,
  afterWithdrawal,
  type Failure,
  nextAttemptAt,
  waitingOf,
} from './state-machine.ts'
import type { Attempt, Progress, SubscriptionEvent, SubscriptionState } from './store.ts'
import { type Subscription, statusOf } from './subscription.ts'

export interface DeliveryDeps extends SubscriptionDeps {
  /** This process as the holder of the lease. */
  readonly holder: string
  readonly watched: Map<string, Watched>
  /** Runs work that reads and changes a state, one at a time. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** When a Subscription has something to send, in epoch milliseconds; undefined when it has nothing. */
export function dueAt({ state, subscription, pace }: Watched, now: number): number | undefined {
  if (!subscription) return undefined
  const at = nextAttemptAt(state, now)
  if (state.phase === 'handshake' || (state.phase === 'running' && state.sendingTo !== undefined)) return at
  if (state.phase !== 'running' || waitingOf(state) === 0) return undefined
  const wait = pace.wait(now)
  return wait === 0 ? at : Math.max(at, now + wait)
}

/** The lease now belongs to another process. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A finished attempt. */
export interface Tried {
  readonly notification: Notification
  readonly isDelivered: boolean
}

/**
 * Makes one attempt for a Subscription that is due; undefined when there was nothing to send. Rejects with LeaseLost
 * and StorageUnavailable.
 */
export async function attemptDelivery(deps: DeliveryDeps, id: string, signal: AbortSignal): Promise<Tried | undefined> {
  const subscription = deps.watched.get(id)?.subscription
  if (!subscription) return undefined
  const receiver = await findReceiver(deps, subscription)
  const permissions = await permissionsOf(deps.authority, subscription.owner)
  const mayTell = (event: SubscriptionEvent) => mayRead(permissions, event)
  const notification = await deps.alone(() => begin(deps, id, subscription, mayTell))
  if (!notification) return undefined
  await deps.durable()
  if (!(await isWanted(deps, subscription))) return undefined
  const failure = receiver instanceof HookFailure ? receiver : await post(deps, notification, receiver, signal)
  // The process is ending, and it is unknown whether the notification arrived: it will be sent again as the same one.
  if (signal.aborted) return undefined
  await deps.alone(() => finish(deps, notification, failure))
  return { notification, isDelivered: failure === undefined }
}

/**
 * False after a Subscription was deleted or switched off: nothing is sent then, not even a notification already begun.
 */
async function isWanted({ resources }: DeliveryDeps, { id }: Subscription): Promise<boolean> {
  const body = (await resources.readCurrent('Subscription', id))?.body
  return body !== undefined && statusOf(JSON.parse(body) as JsonObject) !== 'off'
}

/** The receiver, or why it cannot be called: its origin must be registered for the app right now. */
export async function findReceiver(
  { ownerOf, settings, findHook }: Pick<DeliveryDeps, 'ownerOf' | 'settings' | 'findHook'>,
  { owner, endpoint }: Subscription,
): Promise<Awaited<ReturnType<FindHook>> | HookFailure> {
  const registered = await ownerOf(owner)
  if (!registered || endpointProblem(endpoint, registered, settings.endpoints))
    return new HookFailure('address-refused')
  return findHook(endpoint).catch(asFailure)
}

function asFailure(error: unknown): HookFailure {
  if (error instanceof HookFailure) return error
  throw error
}

/** Saves the notification to be sent; undefined when there is nothing to send. */
async function begin(
  deps: DeliveryDeps,
  id: string,
  subscription: Subscription,
  mayTell: (event: SubscriptionEvent) => boolean,
): Promise<Notification | undefined> {
  const { store, watched, random, resources, clock } = deps
  const one = watched.get(id)
  const current = await resources.readCurrent('Subscription', id)
  // The Subscription was changed or deleted meanwhile, perhaps by another process: the dispatcher must read the new
  // version first.
  if (one?.subscription !== subscription || current?.deleted !== false || current.versionId !== one.state.versionId)
    return undefined
  const { state } = one
  const base = { subscription, attempt: state.attempts + 1, requestId: random.uuid(), at: clock() }
  if (state.phase === 'handshake') {
    await save(deps, one, afterStart(state, state.sendingTo))
    return { ...base, first: 0, number: 0, eventId: state.eventId, trigger: state.by }
  }
  const first = state.done + 1
  const last = state.sendingTo ?? (one.pace.use(base.at) ? state.number : first)
  const trigger = await store.newestEvent(id, { first, last }, mayTell)
  if (!trigger) {
    await withdraw(deps, one, { subscriptionId: id, first, number: last, ...base })
    return undefined
  }
  const eventId = (await store.event(id, last))?.eventId ?? trigger.eventId
  await save(deps, one, afterStart(state, last))
  return { ...base, first, number: last, eventId, trigger }
}

/** Saves a state and the attempt that led to it. Rejects with LeaseLost. */
async function save(deps: DeliveryDeps, one: Watched, state: SubscriptionState, attempt?: Attempt): Promise<void> {
  await saveProgress(deps, { states: [state], ...(attempt ? { attempt } : {}) })
  deps.watched.set(state.id, { ...one, state })
}

/** Rejects with LeaseLost. */
async function saveProgress({ store, holder }: DeliveryDeps, progress: Progress): Promise<void> {
  if (!(await store.save(holder, progress))) throw new LeaseLost()
}

/** Drops events that the owner may no longer read: they are not announced. */
async function withdraw(deps: DeliveryDeps, one: Watched, tried: Omit<Attempt, 'ms' | 'outcome'>): Promise<void> {
  const { subscriptionId, first, number, attempt, at, requestId } = tried
  const record = { subscriptionId, first, number, attempt, at, requestId, ms: 0, outcome: 'no-permission' }
  await save(deps, one, afterWithdrawal(one.state, number), record)
  deps.log.info({ subscription: subscriptionId, first, number, reason: 'no-permission' }, 'notification withheld')
}

/** Sends the notification; returns the failure, or undefined when it was delivered. */
export async function post(
  { keys, settings, clock }: Pick<DeliveryDeps, 'keys' | 'settings' | 'clock'>,
  notification: Notification,
  send: Awaited<ReturnType<FindHook>>,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const { subscription, requestId, eventId, number } = notification
  const { issuer, userAgent } = settings
  const { id: subscriptionId, endpoint } = subscription
  const signed = { issuer, endpoint, subscriptionId, requestId, eventId, number, now: clock() }
  const signature = await signNotification(keys, signed)
  try {
    const { status, retryAfter } = await send(headersOf(notification, { signature, userAgent }), signal)
    return status >= 200 && status < 300 ? undefined : { kind: `http-${status}`, retryAfter }
  } catch (error) {
    return asFailure(error)
  }
}

/** Saves the attempt, and its effect on the state if this is still the notification to send. */
async function finish(deps: DeliveryDeps, notification: Notification, failure: Failure | undefined): Promise<void> {
  const { subscription, first, number, attempt, at, requestId } = notification
  const one = deps.watched.get(subscription.id)
  const outcome = failure?.kind ?? 'delivered'
  const ms = Math.max(0, deps.clock() - at)
  const record = { subscriptionId: subscription.id, first, number, attempt, at, ms, requestId, outcome }
  if (one) await save(deps, one, stateAfter(deps, one.state, notification, failure), record)
  else await saveProgress(deps, { attempt: record }) // Stopped meanwhile, or the lease is lost.
  deps.traces.notified(notification, { ms, outcome })
}

function stateAfter(
  { clock, settings, chance }: DeliveryDeps,
  state: SubscriptionState,
  { number, eventId }: Notification,
  failure: Failure | undefined,
): SubscriptionState {
  const now = clock()
  const isHandshake = number === 0
  const isCurrent = isHandshake
    ? state.phase === 'handshake' && state.eventId === eventId
    : state.sendingTo === number && (state.phase === 'running' || failure === undefined)
  if (!isCurrent) return state // Another notification is due by now.
  if (failure) return afterFailure(state, failure, { now, waits: settings.retryS, chance: chance() })
  if (isHandshake) return afterHandshake(state, now)
  return state.phase === 'running' ? afterSuccess(state, now) : { ...state, done: number, sendingTo: undefined }
}
