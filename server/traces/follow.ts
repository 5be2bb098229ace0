// Keeps the latest request of each step of an app while its developer looks at /connect, of requests that leave no trace too. It is
// kept in the memory of this process, and decides nothing.

import { type Clock, MINUTE } from '#lib/clock.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { StepRecord } from './record.ts'

/** The time for which an app is watched after the developer's last look. */
const FOLLOWED_MS = 10 * MINUTE
const MOST_FOLLOWED = 200

interface FollowedApp {
  /** Epoch milliseconds. */
  readonly until: number
  /** By step, the latest last. */
  readonly latest: Map<string, StepRecord>
}

export interface Follower {
  /** The latest request of each step of a client, in order of time; from now on the client is followed. */
  readonly follow: (clientId: string) => readonly StepRecord[]
  readonly follows: (clientId: string) => boolean
  /** Receives a request of any client; the record is made only while an app is being watched. */
  readonly note: (make: () => StepRecord) => void
}

export function createFollower(clock: Clock): Follower {
  const followed = recentlyUsed<FollowedApp>(MOST_FOLLOWED)
  /** When the last of the followed apps is not followed any more. */
  let someUntil = 0
  const find = (clientId: string | undefined) => {
    if (clientId === undefined || clock() >= someUntil) return undefined
    const app = followed.get(clientId)
    return app && clock() < app.until ? app : undefined
  }
  return {
    follow: (clientId) => {
      const latest = followed.get(clientId)?.latest ?? new Map<string, StepRecord>()
      someUntil = clock() + FOLLOWED_MS
      followed.set(clientId, { until: someUntil, latest })
      return [...latest.values()]
    },
    follows: (clientId) => find(clientId) !== undefined,
    note: (make) => {
      if (clock() >= someUntil) return
      const record = make()
      const latest = find(clientOf(record))?.latest
      latest?.delete(record.step)
      latest?.set(record.step, record)
    },
  }
}

/**
 * Whose request it is, or says that it is: a client that proved itself, or the one that is named by what was sent or checked. Of
 * the portal's launches only those count that name an app to try.
 */
function clientOf({ step, client, sent, claimed, checks }: StepRecord): string | undefined {
  if (step === 'portal.launch') return textOf(sent['app'])
  const assertion = checks.find(({ name }) => name === 'token.client_assertion')
  return client ?? textOf(sent['client_id']) ?? claimed ?? textOf(assertion?.received?.['iss'])
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
