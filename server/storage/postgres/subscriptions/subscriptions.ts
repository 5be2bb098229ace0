// Subscriptions in the database: their events and attempts, the progress of each, and the process that sends notifications.
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { Attempt, FoundValue, SubscriptionStore } from '#server/subscriptions/store.ts'
import {
  type EventRow,
  type StateRow,
  toEvent,
  toState,
  toVersion,
  toWritten,
  type VersionRow,
  type WrittenRow,
} from '../../subscriptions/rows.ts'
import type { Postgres } from '../connection/connection.ts'
import { replaceVersion } from '../resources/writer.ts'
import { saveProgress } from './progress.ts'

/** Events read at a time while one that fits is looked for. */
const PAGE = 100

const LEASE = `UPDATE subscription_dispatch SET holder = $1, until = $3 WHERE id = 1 AND (holder = $1 OR until <= $2) RETURNING id`
const RELEASE = `UPDATE subscription_dispatch SET holder = '', until = 'epoch' WHERE id = 1 AND holder = $1`
const RUNNING = `SELECT * FROM subscription_state WHERE phase <> 'stopped'`
const STATE = 'SELECT * FROM subscription_state WHERE id = $1'

// A state is based on each version that was seen. What only transactions before the horizon made was seen as a whole.
const UNSEEN = `SELECT now.horizon::text, v.* FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon) now LEFT JOIN LATERAL (
    SELECT v.seq, v.id, v."versionId", v.origin, b.body, e."requestId", e."correlationId", e."traceId", e."clientId" FROM resource_version v
    LEFT JOIN subscription_state s ON s.id = v.id LEFT JOIN resource_body b ON b.seq = v.seq LEFT JOIN resource_event e ON e.seq = v.seq
    WHERE v.type = 'Subscription' AND v.created >= $1::xid8 AND v."versionId" > coalesce(s."versionId", 0) ORDER BY v.seq LIMIT $2::bigint
  ) v ON TRUE ORDER BY v.seq`
const WRITTEN = `SELECT e.*, v.type, v.id, v."versionId", v."lastUpdated", v.origin
  FROM resource_event e JOIN resource_version v ON v.seq = e.seq ORDER BY e.seq LIMIT $1::bigint`
const VALUES = 'SELECT param, system, value FROM search_value WHERE seq = $1'
const EVENTS = `SELECT * FROM subscription_event WHERE "subscriptionId" = $1 AND number BETWEEN $2 AND $3 ORDER BY number DESC LIMIT $4::bigint`
const ATTEMPTS = `SELECT "subscriptionId", first, number, attempt, at, ms, "requestId", outcome FROM subscription_attempt
  WHERE "subscriptionId" = $1 ORDER BY id DESC LIMIT $2::bigint`
const HASTEN = 'UPDATE subscription_state SET "hastenedAt" = $1 WHERE id = $2'
const HASTENED = 'SELECT id FROM subscription_state WHERE "hastenedAt" IS NOT NULL'

type UnseenRow = { readonly horizon: string } & (VersionRow | { readonly seq: null })

/** The store on an opened database. Its promises reject with StorageUnavailable. */
export function subscriptionStore(postgres: Pick<Postgres, 'run' | 'transaction'>): SubscriptionStore {
  const { run } = postgres
  let horizon = '0'

  const events = async (id: string, first: number, last: number, limit: number) =>
    (await run<EventRow>(EVENTS, [id, first, last, limit])).map(toEvent)

  return {
    lease: async (holder, now, until) => (await run(LEASE, [holder, new Date(now), new Date(until)])).length === 1,
    release: async (holder) => {
      await run(RELEASE, [holder])
    },
    load: async () => (await run<StateRow>(RUNNING)).map(toState),
    state: async (id) => (await run<StateRow>(STATE, [id])).map(toState)[0],
    unseen: async (limit) => {
      const rows = await run<UnseenRow>(UNSEEN, [horizon, limit])
      const found = rows.flatMap((row) => (row.seq === null ? [] : row))
      if (found.length === 0) horizon = rows[0]?.horizon ?? horizon
      return found.map(toVersion)
    },
    written: async (limit) => (await run<WrittenRow>(WRITTEN, [limit])).map(toWritten),
    valuesOf: (seq) => run<FoundValue>(VALUES, [seq]),
    save: (holder, progress) => saveProgress(postgres, holder, progress),
    newestEvent: async (id, { first, last }, fits) => {
      for (let to = last; to >= first; to -= PAGE) {
        const event = (await events(id, Math.max(first, to - PAGE + 1), to, PAGE)).find(fits)
        if (event) return event
      }
      return undefined
    },
    event: async (id, number) => (await events(id, number, number, 1))[0],
    writeVersion: ({ versionId, ...version }, now) =>
      replaceVersion(postgres, prepareResource({ type: 'Subscription', ...version }), versionId, now),
    hasten: async (id, now) => {
      await run(HASTEN, [new Date(now), id])
    },
    hastened: async () => (await run<{ readonly id: string }>(HASTENED)).map(({ id }) => id),
    recentEvents: (id, limit) => events(id, 0, Number.MAX_SAFE_INTEGER, limit),
    recentAttempts: (id, limit) => run<Attempt>(ATTEMPTS, [id, limit]),
  }
}
