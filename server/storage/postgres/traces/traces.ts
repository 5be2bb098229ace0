// Stores the traces of launches. A crash of PostgreSQL may lose the last ones: no decision depends on a trace.
import { TRACE_LIFETIME_MS, type TraceEntry, type TraceStore } from '#server/traces/store.ts'
import { DROP_EVERY, MOST_WAITING, PURGED_AT_ONCE, TRACE_BOUNDS } from '../../traces/bounds.ts'
import {
  FACTS,
  type StoredLink,
  type StoredStep,
  type StoredTrace,
  type StoredTraces,
  type TraceChanges,
  traceChanges,
} from '../../traces/plan.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'
import { expiredRows } from '../tables/expired-rows.ts'
import { asRows } from '../tables/rows.ts'
import { traceRoom } from './quota.ts'

/** Traces are written by one process at a time, so that their changes are seen in the order of their numbers. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('traces'))`

const LINKS = 'SELECT key, id FROM trace_link WHERE key = ANY($1)'
const TRACES = 'SELECT * FROM trace WHERE id = ANY($1)'
const FAILURES = `SELECT asked.id, count(*) AS count FROM unnest($1::text[]) AS asked(id)
  CROSS JOIN LATERAL (SELECT asked.id AS key UNION ALL SELECT key FROM trace_link l WHERE l.id = asked.id) AS k
  JOIN trace_step s ON s.key = k.key AND (s.data::json ->> 'failed') IS NOT NULL GROUP BY asked.id`
const NUMBERS = `SELECT nextval(pg_get_serial_sequence('trace_step', 'seq')) AS seq FROM generate_series(1, $1)`

const FOLD = 'DELETE FROM trace WHERE id = ANY($1)'
const CLAIM = `UPDATE trace_step s SET "expiresAt" = c."expiresAt", waiting = false
  FROM json_populate_recordset(NULL::trace_link, $1) c WHERE s.key = c.key`
const LINK = 'INSERT INTO trace_link SELECT * FROM json_populate_recordset(NULL::trace_link, $1)'
const STEP = 'INSERT INTO trace_step SELECT * FROM json_populate_recordset(NULL::trace_step, $1)'
const CHANGING = [...FACTS, 'startedAt', 'changedAt', 'change', 'steps', 'size', 'outcome', 'failed', 'truncated']
const TRACE = `INSERT INTO trace SELECT * FROM json_populate_recordset(NULL::trace, $1)
  ON CONFLICT (id) DO UPDATE SET ${CHANGING.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`

/** Each network keeps its newest unassigned requests, with an equal share of the room. */
const DROP_WAITING = `DELETE FROM trace_step WHERE seq IN
  (SELECT seq FROM
    (SELECT seq, row_number() OVER (PARTITION BY network ORDER BY seq DESC) AS place FROM trace_step WHERE waiting) AS placed
   ORDER BY place, seq DESC OFFSET $1)`

const STEPS = `SELECT data FROM trace_step
  WHERE key IN (SELECT $1 UNION ALL SELECT key FROM trace_link WHERE id = $1) ORDER BY at, seq`

/** The steps of traces, within `bounds`. */
export function traceStore(
  { run, transaction }: Pick<Postgres, 'run' | 'transaction'>,
  bounds = TRACE_BOUNDS,
): Pick<TraceStore, 'write' | 'steps' | 'resolve'> {
  let waiting = 0
  return {
    write: async (entries) => {
      const steps = await transaction(async (tx) => {
        await tx(LOCK)
        const changes = traceChanges(entries, await storedTraces(tx, entries))
        await apply(tx, changes)
        await traceRoom(tx, bounds)(changes.grown)
        return changes.steps
      })
      waiting += steps.filter((step) => step.waiting).length
      if (waiting < DROP_EVERY) return
      waiting = 0
      await run(DROP_WAITING, [MOST_WAITING])
    },
    steps: async (id) => (await run<{ readonly data: string }>(STEPS, [id])).map(({ data }) => data),
    resolve: async (key) => (await run<Pick<StoredLink, 'id'>>(LINKS, [[key]]))[0]?.id,
  }
}

async function storedTraces(tx: Run, entries: readonly TraceEntry[]): Promise<StoredTraces> {
  const keys = [...new Set(entries.flatMap(({ key, links }) => [key, ...links]))]
  const links = new Map((await tx<StoredLink>(LINKS, [keys])).map(({ key, id }) => [key, id]))
  const ids = [...new Set([...keys, ...links.values()])]
  const traces = new Map((await tx<StoredTrace>(TRACES, [ids])).map((trace) => [trace.id, trace]))
  const counted = entries.some(({ failed }) => failed !== undefined)
    ? await tx<{ readonly id: string; readonly count: number }>(FAILURES, [ids])
    : []
  const failures = new Map(counted.map(({ id, count }) => [id, count]))
  const numbers = (await tx<Pick<StoredStep, 'seq'>>(NUMBERS, [entries.length])).map(({ seq }) => seq).values()
  return {
    linked: (key) => links.get(key),
    trace: (id) => traces.get(id),
    failures: (id) => failures.get(id) ?? 0,
    nextSeq: () => Number(numbers.next().value),
  }
}

async function apply(tx: Run, { claimed, links, steps, told, moved }: TraceChanges): Promise<void> {
  const write = async (text: string, rows: readonly object[]) => {
    if (rows.length > 0) await tx(text, [asRows(rows)])
  }
  if (claimed.length > 0) await tx(FOLD, [claimed.map(({ key }) => key)])
  await write(CLAIM, claimed.map(withTimes))
  await write(LINK, links.map(withTimes))
  await write(STEP, steps.map(withTimes))
  await write(TRACE, [...told, ...moved].map(withTimes))
}

const withTimes = (row: StoredLink | StoredStep | StoredTrace) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, TIMES.has(column) ? new Date(Number(value)) : value]),
  )

const TIMES = new Set(['at', 'expiresAt', 'startedAt', 'changedAt'])

/** Returns a function that deletes expired traces and returns the number of rows. */
export const tracePurge =
  ({ transaction }: Pick<Postgres, 'transaction'>) =>
  (now: number): Promise<number> =>
    transaction(async (run) => {
      await run(LOCK)
      let count = await expiredRows({ run }, 'trace', 'changedAt')(now - TRACE_LIFETIME_MS, PURGED_AT_ONCE)
      for (const table of ['trace_step', 'trace_link', 'trace_share'])
        count += await expiredRows({ run }, table)(now, PURGED_AT_ONCE)
      return count
    })
