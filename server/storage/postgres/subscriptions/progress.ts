// Saves what the process that compares and sends has done, in one transaction.
import type { Progress } from '#server/subscriptions/store.ts'
import { MOST_KEPT, toEventRow, toStateRow } from '../../subscriptions/rows.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, type Columns, listed, texts } from '../tables/asked.ts'

const IDS = texts('requestId', 'correlationId', 'traceId', 'clientId')

const STATE: Columns = {
  ...texts('id', 'phase', 'eventId', 'lastFailure'),
  ...IDS,
  ...{
    versionId: 'bigint',
    number: 'bigint',
    done: 'bigint',
    sendingTo: 'bigint',
    attempts: 'bigint',
    failures: 'bigint',
  },
  ...{ failingSince: 'timestamptz', nextAt: 'timestamptz', lastFailureAt: 'timestamptz', lastSuccessAt: 'timestamptz' },
}
const EVENT: Columns = {
  ...texts('subscriptionId', 'eventId', 'type', 'origin'),
  ...IDS,
  ...{ number: 'bigint', at: 'timestamptz' },
}
const ATTEMPT: Columns = {
  ...texts('subscriptionId', 'requestId', 'outcome'),
  ...{ first: 'bigint', number: 'bigint', attempt: 'bigint', at: 'timestamptz', ms: 'bigint' },
}

/** The lease that is read still holds at the commit: whoever takes it waits for the row. */
const HOLDS = 'SELECT 1 FROM subscription_dispatch WHERE holder = $1 FOR UPDATE'
const insert = (table: string, columns: Columns): string =>
  `WITH ${asked(columns)} INSERT INTO ${table} (${listed(columns)}) SELECT ${listed(columns)} FROM asked`
const ADD_EVENTS = insert('subscription_event', EVENT)
const ADD_ATTEMPT = insert('subscription_attempt', ATTEMPT)
// A saved state is no longer one to be hastened.
const PUT_STATES = `${insert('subscription_state', STATE)} ON CONFLICT (id) DO UPDATE SET "hastenedAt" = NULL, ${Object.keys(
  STATE,
)
  .map((name) => `"${name}" = excluded."${name}"`)
  .join(', ')}`
const FORGET_EVENTS = `DELETE FROM subscription_event e USING unnest($1::text[], $2::bigint[]) AS s(id, done)
  WHERE e."subscriptionId" = s.id AND e.number <= s.done - ${MOST_KEPT}`
const FORGET_ATTEMPTS = `DELETE FROM subscription_attempt WHERE "subscriptionId" = $1 AND id <=
  (SELECT id FROM subscription_attempt WHERE "subscriptionId" = $1 ORDER BY id DESC LIMIT 1 OFFSET ${MOST_KEPT})`
const FORGET_WRITTEN = 'DELETE FROM resource_event WHERE seq = ANY($1::bigint[])'

/** Saves it, and returns true if `holder` has the lease. */
export const saveProgress = (
  { transaction }: Pick<Postgres, 'transaction'>,
  holder: string,
  { states = [], events = [], attempt, compared = [] }: Progress,
): Promise<boolean> =>
  transaction(async (run) => {
    if ((await run(HOLDS, [holder])).length === 0) return false
    if (events.length > 0) await run(ADD_EVENTS, arraysOf(EVENT, events.map(toEventRow)))
    if (states.length > 0) {
      await run(PUT_STATES, arraysOf(STATE, states.map(toStateRow)))
      await run(FORGET_EVENTS, [states.map(({ id }) => id), states.map(({ done }) => done)])
    }
    if (attempt) {
      await run(ADD_ATTEMPT, arraysOf(ATTEMPT, [attempt]))
      await run(FORGET_ATTEMPTS, [attempt.subscriptionId])
    }
    if (compared.length > 0) await run(FORGET_WRITTEN, [compared])
    return true
  })

/** An array for each column, as `asked` takes them. */
const arraysOf = (columns: Columns, rows: readonly object[]): readonly (readonly unknown[])[] =>
  Object.entries(columns).map(([name, type]) =>
    rows.map((row) => {
      const value = (row as Readonly<Record<string, unknown>>)[name] ?? null
      return type === 'timestamptz' && value !== null ? new Date(value as number) : value
    }),
  )
