// The state of a Subscription, and how versions, attempts, successes and failures change it. Pure functions.
import { SECOND } from '#lib/clock.ts'
import { type SubscriptionError, writeSubscriptionError } from '#lib/fhir/subscription-error.ts'
import { HANDSHAKE_RETRY_S, type Schedule, waitAfterFailure } from './retry-schedule.ts'
import type { Phase, SubscriptionState } from './store.ts'
import type { Status, Subscription } from './subscription.ts'

/** Consecutive failures after which a Subscription is in error. */
const MOST_FAILURES = 3

/** The facts about a version besides its text. */
interface Seen extends Pick<SubscriptionState, 'id' | 'versionId' | 'by'> {
  readonly eventId: string
  readonly now: number
}

/** The state after a new version, whoever wrote it; `subscription` is undefined when it was deleted or has no owner. */
export function afterVersion(
  before: SubscriptionState | undefined,
  subscription: Subscription | undefined,
  { id, versionId, eventId, by, now }: Seen,
): SubscriptionState {
  const state = { ...(before ?? { ...NEW, id, eventId, by, nextAt: now }), versionId }
  const phase = phaseOf(before?.phase, subscription?.status ?? 'off')
  if (phase === 'stopped') return { ...state, ...FRESH, phase, nextAt: now, done: state.number, sendingTo: undefined }
  if (phase === 'handshake') return { ...state, ...FRESH, phase, nextAt: now, eventId, by }
  if (before?.phase === phase) return { ...state, phase }
  return { ...state, ...(phase === 'running' ? FRESH : {}), phase, nextAt: now }
}

const FRESH = { attempts: 0, failures: 0, failingSince: undefined } as const

const NEW = {
  ...FRESH,
  number: 0,
  done: 0,
  sendingTo: undefined,
  lastFailure: undefined,
  lastFailureAt: undefined,
  lastSuccessAt: undefined,
} as const

/** Only the domain and imports write `active` and `error`. */
function phaseOf(before: Phase | undefined, status: Status): Phase {
  if (status === 'off') return 'stopped'
  if (status === 'requested') return 'handshake'
  if (status === 'active') return 'running'
  return before === 'running' ? 'running' : 'failed'
}

/** The state after an attempt began. */
export const afterStart = (state: SubscriptionState, sendingTo: number | undefined): SubscriptionState => ({
  ...state,
  sendingTo,
  attempts: state.attempts + 1,
})

/** The wait before a repetition because of a fault of our own, such as a result that could not be written. */
export const AGAIN_MS = 5 * SECOND

/** The state after a successful handshake. The Subscription runs once its version with the status `active` is written. */
export const afterHandshake = (state: SubscriptionState, now: number): SubscriptionState => ({
  ...state,
  ...FRESH,
  nextAt: now + AGAIN_MS,
  lastSuccessAt: now,
})

/** The state after a delivered notification. */
export const afterSuccess = (state: SubscriptionState, now: number): SubscriptionState => ({
  ...state,
  ...FRESH,
  nextAt: now,
  done: state.sendingTo ?? state.done,
  sendingTo: undefined,
  lastSuccessAt: now,
})

export interface Failure {
  /** A kind such as `timeout` or `http-500`. */
  readonly kind: string
  /** The wait that the receiver requested, in milliseconds. */
  readonly retryAfter?: number | undefined
}

/** The state after a failed attempt. */
export function afterFailure(
  state: SubscriptionState,
  { kind, retryAfter }: Failure,
  { now, ...schedule }: Schedule & { readonly now: number },
): SubscriptionState {
  return {
    ...state,
    failures: state.failures + 1,
    failingSince: state.failingSince ?? now,
    lastFailure: kind,
    lastFailureAt: now,
    nextAt: now + waitAfterFailure(state, schedule, retryAfter),
  }
}

/**
 * When the next attempt may be made. A clock that was set back since the wait began must not make it longer: then it is
 * now.
 */
export function nextAttemptAt(
  state: Pick<SubscriptionState, 'failures' | 'lastFailureAt' | 'nextAt'>,
  now: number,
): number {
  const isOfLaterClock = state.failures > 0 ? (state.lastFailureAt ?? now) > now : state.nextAt > now + AGAIN_MS
  return isOfLaterClock ? now : state.nextAt
}

/** The state after dropping events that the app may no longer read. */
export const afterWithdrawal = (state: SubscriptionState, upTo: number): SubscriptionState => ({
  ...state,
  ...FRESH,
  done: upTo,
  sendingTo: undefined,
})

/** True when a handshake has used up its attempts. */
const isHandshakeOver = ({ phase, attempts }: SubscriptionState): boolean =>
  phase === 'handshake' && attempts > HANDSHAKE_RETRY_S.length

export const waitingOf = ({ number, done }: Pick<SubscriptionState, 'number' | 'done'>): number => number - done

/** A status that the domain must write, with its text for Subscription.error. */
export interface DueStatus {
  readonly status: Status
  readonly error?: string
}

export interface Bounds {
  /** A Subscription that has failed for this many milliseconds is switched off. */
  readonly giveUpMs: number
  /** A Subscription with more waiting events is switched off. */
  readonly mostWaiting: number
}

/** 410 Gone: the receiver wants no more notifications. */
export const GONE = 'http-410'

/** The status to write; undefined when the current one is right. */
export function dueStatus(
  state: SubscriptionState,
  { status, end }: Pick<Subscription, 'status' | 'end'>,
  now: number,
  { giveUpMs, mostWaiting }: Bounds,
): DueStatus | undefined {
  if (state.phase === 'stopped') return undefined
  if (end !== undefined && end <= now) return { status: 'off' }
  if (state.failures > 0 && state.lastFailure === GONE) return { status: 'off', error: errorOf(state, 'gone') }
  const { failingSince = now, lastFailureAt = now } = state
  // Between two failures, since nothing was tried while the server was stopped.
  if (state.failures > 0 && failingSince + giveUpMs <= lastFailureAt)
    return { status: 'off', error: errorOf(state, 'since', new Date(failingSince).toISOString()) }
  if (waitingOf(state) > mostWaiting) return { status: 'off', error: errorOf(state, 'waited', `${mostWaiting}`) }
  if (isHandshakeOver(state)) return { status: 'error', error: errorOf(state, 'handshake') }
  if (state.phase !== 'running') return undefined
  if (state.failures >= MOST_FAILURES && status !== 'error')
    return { status: 'error', error: errorOf(state, 'inARow', `${state.failures}`) }
  return state.failures === 0 && status === 'error' ? { status: 'active' } : undefined
}

/** When events wait and nothing failed, the receiver is slow. */
const errorOf = (
  { lastFailure = 'slow' }: SubscriptionState,
  cause: SubscriptionError['cause'],
  value?: string,
): string => writeSubscriptionError({ failure: lastFailure, cause, ...(value === undefined ? {} : { value }) })
