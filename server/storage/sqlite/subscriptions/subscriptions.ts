// Subscriptions in the database: their events and attempts, the progress of each, and the process that sends
// notifications.
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type {
  Attempt,
  FoundValue,
  OwnVersion,
  Progress,
  SubscriptionState,
  SubscriptionStore,
} from '#server/subscriptions/store.ts'
import {
  type EventRow,
  MOST_KEPT,
  type StateRow,
  toEvent,
  toEventRow,
  toState,
  toStateRow,
  toVersion,
  toWritten,
  type VersionRow,
  type WrittenRow,
} from '../../subscriptions/rows.ts'
import { asyncPort, type Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { Changes, versionWriter } from '../resources/resource-writer.ts'

/** The store on one connection. Its promises reject with StorageUnavailable. */
export const subscriptionStore = (sql: Sqlite): SubscriptionStore =>
  asyncPort<SubscriptionStore>(sql, {
    ...leases(sql),
    ...readers(sql),
    ...histories(sql),
    ...writers(sql),
    ...hurries(sql),
    ...ownVersions(sql),
  })

type Part<Name extends keyof SubscriptionStore> = Synchronous<Pick<SubscriptionStore, Name>>

function leases(sql: Sqlite): Part<'lease' | 'release'> {
  const take = sql.prepare<[string, number, string, number]>(
    'UPDATE subscription_dispatch SET holder = ?, until = ? WHERE id = 1 AND (holder = ? OR until <= ?)',
  )
  const release = sql.prepare<[string]>(
    "UPDATE subscription_dispatch SET holder = '', until = 0 WHERE id = 1 AND holder = ?",
  )
  return {
    lease: (holder, now, until) => take.run(holder, until, holder, now).changes === 1,
    release: (holder) => {
      release.run(holder)
    },
  }
}

function readers(sql: Sqlite): Part<'load' | 'state' | 'unseen' | 'written' | 'valuesOf' | 'newestEvent' | 'event'> {
  const states = sql.prepare<[], StateRow>("SELECT * FROM subscription_state WHERE phase <> 'stopped'")
  const stateOf = sql.prepare<[string], StateRow>('SELECT * FROM subscription_state WHERE id = ?')
  const versions = sql.prepare<[number], VersionRow>(
    `SELECT v.seq, v.id, v.versionId, v.origin, b.body, e.requestId, e.correlationId, e.traceId, e.clientId
     FROM resource_version v INDEXED BY subscription_version
     LEFT JOIN resource_body b ON b.seq = v.seq LEFT JOIN resource_event e ON e.seq = v.seq
     WHERE v.type = 'Subscription' AND v.seq > (SELECT seq FROM subscription_dispatch) ORDER BY v.seq LIMIT ?`,
  )
  const written = sql.prepare<[number], WrittenRow>(
    `SELECT e.seq, e.requestId, e.correlationId, e.traceId, e.clientId, v.type, v.id, v.versionId, v.lastUpdated, v.origin
     FROM resource_event e JOIN resource_version v ON v.seq = e.seq ORDER BY e.seq LIMIT ?`,
  )
  const values = sql.prepare<[number], FoundValue>('SELECT param, system, value FROM search_value WHERE seq = ?')
  const newest = sql.prepare<[string, number, number], EventRow>(
    'SELECT * FROM subscription_event WHERE subscriptionId = ? AND number BETWEEN ? AND ? ORDER BY number DESC',
  )
  const one = sql.prepare<[string, number], EventRow>(
    'SELECT * FROM subscription_event WHERE subscriptionId = ? AND number = ?',
  )
  return {
    load: () => states.all().map(toState),
    state: (id) => {
      const row = stateOf.get(id)
      return row && toState(row)
    },
    unseen: (limit) => versions.all(limit).map(toVersion),
    written: (limit) => written.all(limit).map(toWritten),
    valuesOf: (seq) => values.all(seq),
    newestEvent: (subscriptionId, { first, last }, fits) => {
      for (const row of newest.iterate(subscriptionId, first, last)) {
        const event = toEvent(row)
        if (fits(event)) return event
      }
      return undefined
    },
    event: (subscriptionId, number) => {
      const row = one.get(subscriptionId, number)
      return row && toEvent(row)
    },
  }
}

function histories(sql: Sqlite): Part<'recentEvents' | 'recentAttempts'> {
  const events = sql.prepare<[string, number], EventRow>(
    'SELECT * FROM subscription_event WHERE subscriptionId = ? ORDER BY number DESC LIMIT ?',
  )
  const attempts = sql.prepare<[string, number], Attempt>(
    `SELECT subscriptionId, first, number, attempt, at, ms, requestId, outcome FROM subscription_attempt
     WHERE subscriptionId = ? ORDER BY id DESC LIMIT ?`,
  )
  return {
    recentEvents: (subscriptionId, limit) => events.all(subscriptionId, limit).map(toEvent),
    recentAttempts: (subscriptionId, limit) => attempts.all(subscriptionId, limit),
  }
}

const STATE_COLUMNS = [
  ...[
    'id',
    'versionId',
    'phase',
    'number',
    'done',
    'sendingTo',
    'eventId',
    'requestId',
    'correlationId',
    'traceId',
    'clientId',
  ],
  ...['attempts', 'failures', 'failingSince', 'nextAt', 'lastFailure', 'lastFailureAt', 'lastSuccessAt'],
]

function writers(sql: Sqlite): Part<'save'> {
  const holds = sql.prepare<[string]>('SELECT 1 FROM subscription_dispatch WHERE holder = ?')
  const seen = sql.prepare<[number]>('UPDATE subscription_dispatch SET seq = ?')
  const forgetWritten = sql.prepare<[number]>('DELETE FROM resource_event WHERE seq = ?')
  const putState = sql.prepare<[StateRow]>(
    `INSERT OR REPLACE INTO subscription_state (${STATE_COLUMNS.join(', ')})
     VALUES (${STATE_COLUMNS.map((name) => `@${name}`).join(', ')})`,
  )
  const addEvent = sql.prepare<[EventRow]>(
    `INSERT INTO subscription_event (subscriptionId, number, eventId, at, type, origin, requestId, correlationId, traceId,
       clientId)
     VALUES (@subscriptionId, @number, @eventId, @at, @type, @origin, @requestId, @correlationId, @traceId, @clientId)`,
  )
  const addAttempt = sql.prepare<[Attempt]>(
    `INSERT INTO subscription_attempt (subscriptionId, first, number, attempt, at, ms, requestId, outcome)
     VALUES (@subscriptionId, @first, @number, @attempt, @at, @ms, @requestId, @outcome)`,
  )
  const forgetEvents = sql.prepare<[string, number]>(
    'DELETE FROM subscription_event WHERE subscriptionId = ? AND number <= ?',
  )
  const forgetAttempts = sql.prepare<[string, string, number]>(
    `DELETE FROM subscription_attempt WHERE subscriptionId = ? AND id <=
       (SELECT id FROM subscription_attempt WHERE subscriptionId = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  )

  const put = (state: SubscriptionState) => {
    putState.run(toStateRow(state))
    forgetEvents.run(state.id, state.done - MOST_KEPT)
  }
  const record = (attempt: Attempt) => {
    addAttempt.run(attempt)
    forgetAttempts.run(attempt.subscriptionId, attempt.subscriptionId, MOST_KEPT)
  }
  const save = sql.transaction((holder: string, progress: Progress): boolean => {
    if (!holds.get(holder)) return false
    const { states = [], events = [], attempt, compared = [], seenUpTo } = progress
    for (const event of events) addEvent.run(toEventRow(event))
    for (const state of states) put(state)
    if (attempt) record(attempt)
    for (const seq of compared) forgetWritten.run(seq)
    if (seenUpTo !== undefined) seen.run(seenUpTo)
    return true
  })
  // Immediate, so that the lease that is read still holds at the write.
  return { save: (holder, progress) => save.immediate(holder, progress) }
}

function hurries(sql: Sqlite): Part<'hasten' | 'hastened'> {
  const hasten = sql.prepare<[number, string]>('UPDATE subscription_state SET hastenedAt = ? WHERE id = ?')
  const hastened = sql.prepare<[], string>('SELECT id FROM subscription_state WHERE hastenedAt IS NOT NULL').pluck()
  return {
    hasten: (id, now) => {
      hasten.run(now, id)
    },
    hastened: () => hastened.all(),
  }
}

function ownVersions(sql: Sqlite): Part<'writeVersion'> {
  const versions = versionWriter(sql)
  const write = sql.transaction(({ id, versionId, text, parsed }: OwnVersion, now: number): boolean => {
    const last = versions.head('Subscription', id)
    if (last?.versionId !== versionId || last.deleted === 1) return false
    const changes = new Changes()
    versions.append(prepareResource({ type: 'Subscription', id, text, parsed }), last, now, changes)
    versions.applyCounts(changes)
    return true
  })
  return { writeVersion: (version, now) => write.immediate(version, now) }
}
