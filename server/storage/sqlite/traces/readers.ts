// Reads traces. The reader's access is part of every statement, so no trace can be shown without it.
import { type Clock, MINUTE } from '#lib/clock.ts'
import type { TraceQuery, TraceRow, TraceScope, TraceStore } from '#server/traces/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

type Readers = Synchronous<Omit<TraceStore, 'write'>>

interface Row extends Omit<TraceRow, 'verified' | 'truncated'> {
  readonly verified: number
  readonly truncated: number
}

/**
 * After this time, no further request is expected. The longest pause in a launch is a quarter of an hour, for signing
 * up.
 */
const ABANDONED_AFTER_MS = 30 * MINUTE

/**
 * The columns of a trace row. A launch that is still under way is abandoned if its last request was before `abandoned`.
 */
const columns = (abandoned: number): string =>
  `id, traceId, verified, platform, clientId, subject, task, failed, startedAt, changedAt, "change", truncated,
   iif(outcome = 'under_way' AND changedAt < ${abandoned}, 'abandoned', outcome) AS outcome`

/** Calls of an authenticated client, grouped by its own X-Trace-Id: see server/traces/keys.ts. */
const OF_A_CLIENT = "id GLOB 'c-*'"

export function traceReaders(sql: Sqlite, clock: Clock): Readers {
  const abandoned = () => Math.trunc(clock() - ABANDONED_AFTER_MS)
  const steps = sql
    .prepare<[string, string], string>(
      `SELECT data FROM trace_step WHERE key IN (SELECT ? UNION ALL SELECT key FROM trace_link WHERE id = ?) ORDER BY at, seq`,
    )
    .pluck()
  const resolve = sql.prepare<[string], string>('SELECT id FROM trace_link WHERE key = ?').pluck()
  const latest = sql.prepare<[], number>('SELECT coalesce(max("change"), 0) FROM trace').pluck()
  return {
    list: (scope, query) => {
      const where = [...allowed(scope), ...conditions(query, abandoned())]
      return sql
        .prepare<unknown[], Row>(
          `SELECT ${columns(abandoned())} FROM trace WHERE ${where.map(({ text }) => text).join(' AND ')}
           ORDER BY startedAt DESC, id DESC LIMIT ?`,
        )
        .all(...where.flatMap(({ values }) => values), query.limit)
        .map(toRow)
    },
    find: (scope, given) => {
      const where = [
        ...allowed(scope),
        {
          text: `(id = ? OR id = (SELECT id FROM trace_link WHERE key = ?)
                  OR (traceId = ? AND (verified = 1 OR ${OF_A_CLIENT})))`,
          values: [given, given, given],
        },
      ]
      const row = sql
        .prepare<unknown[], Row>(
          `SELECT ${columns(abandoned())} FROM trace WHERE ${where.map(({ text }) => text).join(' AND ')} ORDER BY id = ? DESC, verified DESC, startedAt LIMIT 1`, // If several traces have the same traceId, the oldest is shown.
        )
        .get(...where.flatMap(({ values }) => values), given)
      return row && toRow(row)
    },
    steps: (id) => steps.all(id, id),
    resolve: (key) => resolve.get(key),
    latestChange: () => latest.get() ?? 0,
  }
}

interface Condition {
  readonly text: string
  readonly values: readonly unknown[]
}

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ')

function allowed({ all, clients, subjects, ids }: TraceScope): readonly Condition[] {
  if (all) return [{ text: '1 = 1', values: [] }]
  const own = `(clientId IN (${marks(clients)}) OR (verified = 1 AND platform IN (${marks(clients)}))
    OR (verified = 1 AND subject IN (${marks(subjects)})) OR id IN (${marks(ids)}))`
  return [{ text: own, values: [...clients, ...clients, ...subjects, ...ids] }]
}

function conditions(
  { app, user, outcome, check, text, after, before }: TraceQuery,
  abandoned: number,
): readonly Condition[] {
  const equal = (column: string, value: string | undefined): readonly Condition[] =>
    value === undefined ? [] : [{ text: `${column} = ?`, values: [value] }]
  return [
    ...equal('clientId', app),
    ...equal('subject', user),
    ...equal('outcome', outcome === 'abandoned' ? 'under_way' : outcome),
    ...(outcome === 'abandoned' ? [{ text: 'changedAt < ?', values: [abandoned] }] : []),
    ...(outcome === 'under_way' ? [{ text: 'changedAt >= ?', values: [abandoned] }] : []),
    ...equal('failed', check),
    ...(after === undefined ? [] : [{ text: '"change" > ?', values: [after] }]),
    ...(before === undefined ? [] : [{ text: '(startedAt, id) < (?, ?)', values: [before.startedAt, before.id] }]),
    ...(text === undefined ? [] : [containing(text)]),
  ]
}

const SEARCHED = ['id', 'traceId', 'platform', 'clientId', 'subject', 'task', 'failed']

/** Matches anywhere in the listed columns; `%` and `_` are literal. */
function containing(text: string): Condition {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return {
    text: `(${SEARCHED.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
    values: SEARCHED.map(() => pattern),
  }
}

const toRow = (row: Row): TraceRow => ({
  ...row,
  traceId: row.traceId ?? undefined,
  platform: row.platform ?? undefined,
  clientId: row.clientId ?? undefined,
  subject: row.subject ?? undefined,
  task: row.task ?? undefined,
  failed: row.failed ?? undefined,
  verified: row.verified === 1,
  truncated: row.truncated === 1,
})
