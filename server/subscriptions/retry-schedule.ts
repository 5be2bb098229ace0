// When a failed handshake or notification is tried again. SUBSCRIPTION_RETRY (server/config/config.ts) is the schedule of notifications.
import { MINUTE, SECOND } from '#lib/clock.ts'
import type { SubscriptionState } from './store.ts'

/** Seconds before the second and third attempt of a handshake. */
export const HANDSHAKE_RETRY_S: readonly number[] = [5, 20]
/** Longest wait that a receiver may request by Retry-After. */
const LONGEST_ASKED_MS = 60 * MINUTE
/**
 * Waits vary at random by this fraction, so that receivers that failed together are not all retried at the same moment.
 */
const JITTER = 0.2

export interface Schedule {
  /** Seconds before the second, third, … attempt; the last one repeats. */
  readonly waits: readonly number[]
  /** From 0 to 1. */
  readonly chance: number
}

/** Milliseconds until the next attempt; `asked` are those that the receiver requested. */
export function waitAfterFailure(
  { phase, attempts }: Pick<SubscriptionState, 'phase' | 'attempts'>,
  { waits, chance }: Schedule,
  asked = 0,
): number {
  const schedule = phase === 'handshake' ? HANDSHAKE_RETRY_S : waits
  const seconds = schedule[Math.min(attempts, schedule.length) - 1] ?? 0
  const wait = seconds * SECOND * (1 - JITTER + 2 * JITTER * chance)
  return Math.max(Math.round(wait), Math.min(asked, LONGEST_ASKED_MS))
}
