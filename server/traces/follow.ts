// Remembers the latest request of each step of an app while its developer watches /connect, including requests that
// leave no trace. It lives in this process's memory, and no decision depends on it; what came to others, or before, is in traces (observed.ts).

import { type Clock, MINUTE, OVER, type Period, periodFrom } from '#lib/clock.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { StepRecord } from './record.ts'

/** How long an app is followed after the developer's last look. */
const FOLLOWED_MS = 10 * MINUTE
const MOST_FOLLOWED = 200

interface FollowedApp {
  readonly isWatched: Period
  /** The latest request by step, in order of arrival. */
  readonly latest: Map<string, StepRecord>
}

export interface Follower {
  /**
   * The latest request of each step of a client that came to this process while it was followed, in order of time. From the first call
   * on, it is followed.
   */
  readonly follow: (clientId: string) => readonly StepRecord[]
  readonly follows: (clientId: string) => boolean
  /**
   * Receives a request of any client, with the platform that signed its launch token, or claims to have; the record is
   * made only while some app is followed.
   */
  readonly note: (make: () => StepRecord, platform?: string) => void
}

export function createFollower(clock: Clock): Follower {
  const followed = recentlyUsed<FollowedApp>(MOST_FOLLOWED)
  /** True while some app is followed. */
  let isAnyWatched = OVER
  const find = (clientId: string | undefined) => {
    if (clientId === undefined || !isAnyWatched()) return undefined
    const app = followed.get(clientId)
    return app?.isWatched() ? app : undefined
  }
  return {
    follow: (clientId) => {
      const { latest = new Map<string, StepRecord>() } = followed.get(clientId) ?? {}
      isAnyWatched = periodFrom(clock, FOLLOWED_MS)
      followed.set(clientId, { isWatched: isAnyWatched, latest })
      return [...latest.values()]
    },
    follows: (clientId) => find(clientId) !== undefined,
    note: (make, platform) => {
      if (!isAnyWatched()) return
      const record = make()
      for (const client of new Set([clientOf(record), platform])) {
        const latest = find(client)?.latest
        latest?.delete(record.step)
        latest?.set(record.step, record)
      }
    },
  }
}

/**
 * The client that a request belongs to, or claims to: the authenticated one, or the one named in its parameters or
 * checks. Launches by the portal count only when they name an app to try out.
 */
export function clientOf({ step, client, sent, claimed, checks }: StepRecord): string | undefined {
  if (step === 'portal.launch') return textOf(sent['app'])
  const assertion = checks.find(({ name }) => name === 'token.client_assertion')
  return client ?? textOf(sent['client_id']) ?? claimed ?? textOf(assertion?.received?.['iss'])
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
