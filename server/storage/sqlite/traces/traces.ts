// Stores the traces of launches. They are written in batches, with NORMAL commits: no decision depends on a trace, so a
// crash may lose the last ones.
import { TRACE_LIFETIME_MS, type TraceEntry, type TraceStore } from '#server/traces/store.ts'
import { DROP_EVERY, MOST_WAITING, PURGED_AT_ONCE, TRACE_BOUNDS, type TraceBounds } from '../../traces/bounds.ts'
import { FACTS, type StoredStep, type StoredTrace, type StoredTraces, traceChanges } from '../../traces/plan.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { expiredRows } from '../tables/expired-rows.ts'
import { traceRoom } from './quota.ts'

type TraceSteps = Pick<TraceStore, 'write' | 'steps' | 'resolve'>

/** The steps of traces on one connection, within `bounds`. */
export function traceStore(sql: Sqlite, bounds: TraceBounds = TRACE_BOUNDS): TraceSteps {
  const stored = storedTraces(sql)
  const { fold, claim, link, step, tell, move } = writing(sql)
  const makeRoom = traceRoom(sql, bounds)
  const dropWaiting = waitingRoom(sql)
  const write = sql.transaction((entries: readonly TraceEntry[]) => {
    const changes = traceChanges(entries, stored())
    for (const { key, expiresAt } of changes.claimed) {
      fold.run(key)
      claim.run(expiresAt, key)
    }
    for (const added of changes.links) link.run(added)
    for (const added of changes.steps) step.run(boundStep(added))
    for (const trace of changes.told) tell.run(boundTrace(trace))
    for (const trace of changes.moved) move.run(boundTrace(trace))
    for (const owner of changes.grown) makeRoom(owner)
    dropWaiting(changes.steps)
  })
  const steps = sql
    .prepare<[string, string], string>(`SELECT data FROM trace_step WHERE key IN ${KEYS} ORDER BY at, seq`)
    .pluck()
  return asyncPort<TraceSteps>(sql, {
    write: (entries) => write.immediate(entries),
    steps: (id) => steps.all(id, id),
    resolve: (key) => stored().linked(key),
  })
}

/** The keys of a trace, of which the first is its id. */
const KEYS = '(SELECT ? UNION ALL SELECT key FROM trace_link WHERE id = ?)'

/** Returns what is stored, for one batch. */
function storedTraces(sql: Sqlite): () => StoredTraces {
  const linked = sql.prepare<[string], string>('SELECT id FROM trace_link WHERE key = ?').pluck()
  const trace = sql.prepare<[string], Bound<StoredTrace>>('SELECT * FROM trace WHERE id = ?')
  const failures = sql
    .prepare<[string, string], number>(
      `SELECT count(*) FROM trace_step WHERE key IN ${KEYS} AND (data ->> 'failed') IS NOT NULL`,
    )
    .pluck()
  const newest = sql.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'trace_step'").pluck()
  return () => {
    let seq: number | undefined
    return {
      linked: (key) => linked.get(key),
      trace: (id) => {
        const row = trace.get(id)
        return row && { ...row, verified: row.verified === 1, truncated: row.truncated === 1 }
      },
      failures: (id) => failures.get(id, id) ?? 0,
      nextSeq: () => {
        seq = (seq ?? newest.get() ?? 0) + 1
        return seq
      },
    }
  }
}

function writing(sql: Sqlite) {
  const standing = ['changedAt', 'change', 'steps', 'size', 'outcome', 'failed', 'truncated'] as const
  const columns = ['id', 'verified', 'network', 'startedAt', ...FACTS, ...standing]
  const set = (names: readonly string[]) => names.map((name) => `${name} = @${name}`).join(', ')
  return {
    fold: sql.prepare<[string]>('DELETE FROM trace WHERE id = ?'),
    claim: sql.prepare<[number, string]>('UPDATE trace_step SET expiresAt = ?, waiting = 0 WHERE key = ?'),
    link: sql.prepare('INSERT INTO trace_link (key, id, expiresAt) VALUES (@key, @id, @expiresAt)'),
    step: sql.prepare<[Bound<StoredStep>]>(
      `INSERT INTO trace_step (seq, key, at, data, expiresAt, waiting, network)
       VALUES (@seq, @key, @at, @data, @expiresAt, @waiting, @network)`,
    ),
    tell: sql.prepare<[Bound<StoredTrace>]>(
      `INSERT INTO trace (${columns}) VALUES (${columns.map((name) => `@${name}`)})
       ON CONFLICT (id) DO UPDATE SET ${set([...FACTS, 'startedAt', ...standing])}`,
    ),
    move: sql.prepare<[Bound<StoredTrace>]>(`UPDATE trace SET ${set(standing)} WHERE id = @id`),
  }
}

/** SQLite has no booleans. */
type Bound<Row> = { readonly [Column in keyof Row]: Row[Column] extends boolean ? number : Row[Column] }
const boundStep = (step: StoredStep): Bound<StoredStep> => ({ ...step, waiting: Number(step.waiting) })
const boundTrace = (trace: StoredTrace): Bound<StoredTrace> => ({
  ...trace,
  verified: Number(trace.verified),
  truncated: Number(trace.truncated),
})

/**
 * Deletes surplus unassigned requests, now and then. Each network keeps its newest, with an equal share of the room, so that
 * a flood of launches that never reach the authorization server evicts only itself.
 */
function waitingRoom(sql: Sqlite): (steps: readonly StoredStep[]) => void {
  const drop = sql.prepare<[number]>(
    `DELETE FROM trace_step WHERE seq IN
       (SELECT seq FROM
         (SELECT seq, row_number() OVER (PARTITION BY network ORDER BY seq DESC) AS place FROM trace_step WHERE waiting = 1)
        ORDER BY place, seq DESC LIMIT -1 OFFSET ?)`,
  )
  let added = 0
  return (steps) => {
    added += steps.filter(({ waiting }) => waiting).length
    if (added < DROP_EVERY) return
    added = 0
    drop.run(MOST_WAITING)
  }
}

/** Returns a function that deletes expired traces and returns the number of rows. */
export function tracePurge(sql: Sqlite): (now: number) => number {
  const tables = ['trace_step', 'trace_link', 'trace_share'].map((table) => expiredRows(sql, table))
  const traces = sql.prepare<[number, number]>(
    'DELETE FROM trace WHERE rowid IN (SELECT rowid FROM trace WHERE changedAt <= ? ORDER BY changedAt LIMIT ?)',
  )
  return (now) =>
    tables.reduce((count, purge) => count + purge(now, PURGED_AT_ONCE), 0) +
    traces.run(now - TRACE_LIFETIME_MS, PURGED_AT_ONCE).changes
}
