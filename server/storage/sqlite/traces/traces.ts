// Stores the traces of launches. They are written in batches, with NORMAL commits: no decision depends on a trace, so a
// crash may lose the last ones.
import { HOUR } from '#lib/clock.ts'
import {
  type StandingOutcome,
  TRACE_LIFETIME_MS,
  type TraceEntry,
  type TraceFacts,
  type TraceStore,
} from '#server/traces/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { expiredRows } from '../tables/expired-rows.ts'
import { TRACE_BOUNDS, type TraceBounds, type TraceRoom, traceRoom } from './quota.ts'

/** How long an unassigned request waits for the launch that it belongs to. */
const UNCLAIMED_LIFETIME_MS = HOUR
/** The most requests and characters in one trace. */
const MOST_STEPS = 120
const LARGEST = 384 * 1024
/** The most failed requests in one trace, so that repeating a bad request cannot fill the trace of a good launch. */
const MOST_FAILED = 20
/** The most unassigned requests, because anybody can send these. */
const MOST_WAITING = 2000
/** The number of writes after which surplus unassigned requests are deleted. */
const DROP_EVERY = 100

interface Standing extends Readonly<Record<Fact, string | null>> {
  readonly startedAt: number
  readonly steps: number
  readonly size: number
  readonly outcome: StandingOutcome
  readonly verified: 0 | 1
}

/** Facts that a later request may add to a trace. */
const FACTS = ['traceId', 'platform', 'clientId', 'subject', 'task'] as const
type Fact = (typeof FACTS)[number]

type TraceSteps = Pick<TraceStore, 'write' | 'steps' | 'resolve'>

/** The steps of traces on one connection, within `bounds`. */
export function traceStore(sql: Sqlite, bounds: TraceBounds = TRACE_BOUNDS): TraceSteps {
  const statements = { ...writing(sql), keepWaiting: waitingSteps(sql), room: traceRoom(sql, bounds) }
  const write = sql.transaction((entries: readonly TraceEntry[]) => {
    for (const entry of entries) writeEntry(statements, entry)
  })
  const steps = sql
    .prepare<[string, string], string>(
      `SELECT data FROM trace_step WHERE key IN (SELECT ? UNION ALL SELECT key FROM trace_link WHERE id = ?) ORDER BY at, seq`,
    )
    .pluck()
  return asyncPort<TraceSteps>(sql, {
    write: (entries) => write.immediate(entries),
    steps: (id) => steps.all(id, id),
    resolve: (key) => statements.linkedWith.get(key),
  })
}

interface Statements extends ReturnType<typeof writing> {
  readonly keepWaiting: ReturnType<typeof waitingSteps>
  readonly room: TraceRoom
}

function writing(sql: Sqlite) {
  const ids = '(SELECT ? UNION ALL SELECT key FROM trace_link WHERE id = ?)'
  return {
    linkedWith: sql.prepare<[string], string>('SELECT id FROM trace_link WHERE key = ?').pluck(),
    standing: sql.prepare<[string], Standing>(
      `SELECT startedAt, steps, size, outcome, verified, ${FACTS} FROM trace WHERE id = ?`,
    ),
    failures: sql
      .prepare<[string, string], number>(
        `SELECT count(*) FROM trace_step WHERE key IN ${ids} AND (data ->> 'failed') IS NOT NULL`,
      )
      .pluck(),
    begin: sql.prepare<[TraceFacts & { id: string; at: number; network: string }]>(
      `INSERT INTO trace (id, traceId, verified, platform, clientId, subject, task, outcome, failed,
         startedAt, changedAt, change, steps, size, truncated, network)
       VALUES (@id, @traceId, @verified, @platform, @clientId, @subject, @task, 'under_way', NULL, @at, @at, 0, 0, 0, 0,
         @network)
       ON CONFLICT (id) DO UPDATE SET traceId = coalesce(traceId, @traceId), platform = coalesce(platform, @platform),
         clientId = coalesce(clientId, @clientId), subject = coalesce(subject, @subject), task = coalesce(task, @task),
         startedAt = min(startedAt, @at)`,
    ),
    addStep: sql.prepare<[string, number, string, number]>(
      'INSERT INTO trace_step (key, at, data, expiresAt) VALUES (?, ?, ?, ?)',
    ),
    note: sql.prepare<
      [{ id: string; at: number; change: number; size: number; outcome: string; failed: string | null }]
    >(
      `UPDATE trace SET changedAt = max(changedAt, @at), change = @change, steps = steps + 1, size = size + @size,
         outcome = @outcome, failed = @failed WHERE id = @id`,
    ),
    failed: sql.prepare<[string], string | null>('SELECT failed FROM trace WHERE id = ?').pluck(),
    truncate: sql.prepare<[string]>('UPDATE trace SET truncated = 1 WHERE id = ?'),
    link: sql.prepare<[string, string, number]>(
      'INSERT INTO trace_link (key, id, expiresAt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    keepLinked: sql.prepare<[number, string]>('UPDATE trace_step SET expiresAt = ?, waiting = 0 WHERE key = ?'),
    fold: sql.prepare<[string]>('DELETE FROM trace WHERE id = ?'),
  }
}

function writeEntry(statements: Statements, entry: TraceEntry): void {
  const { key, facts, waits, links, at, outcome, failed, data, network = '' } = entry
  const { linkedWith, standing, begin, addStep, note } = statements
  const until = at + TRACE_LIFETIME_MS
  const linked = linkedWith.get(key)
  const id = linked ?? (facts || standing.get(key) ? key : undefined)
  if (id === undefined) {
    if (waits) statements.keepWaiting(key, at, data, network)
    return
  }
  if (facts && linked === undefined) {
    const known = standing.get(id)
    if (!known) statements.room.forOneMore(facts.verified, facts.clientId)
    if (!known || bringsMore(known, facts, at)) begin.run(bound(facts, { id, at, network }))
  }
  for (const link of links) addLink(statements, link, id, until)
  const before = standing.get(id)
  if (!before) return
  if (isFull(statements, id, before, failed)) {
    statements.truncate.run(id)
    return
  }
  const change = Number(addStep.run(key, at, data, until).lastInsertRowid)
  const stays = keepsStanding(id, before.outcome, outcome)
  note.run({
    id,
    at,
    change,
    size: data.length,
    outcome: stays ? before.outcome : outcome,
    failed: stays ? (statements.failed.get(id) ?? null) : (failed ?? null),
  })
  statements.room.afterGrowth(before.verified === 1, before.clientId ?? undefined)
}

const bringsMore = (known: Standing, facts: TraceFacts, at: number): boolean =>
  at < known.startedAt || FACTS.some((fact) => known[fact] === null && facts[fact] !== undefined)

/**
 * Stores unassigned requests. Each network keeps its newest, with an equal share of the room, so that a flood of
 * launches that never reach the authorization server evicts only itself.
 */
function waitingSteps(sql: Sqlite) {
  const add = sql.prepare<[string, number, string, number, string]>(
    'INSERT INTO trace_step (key, at, data, expiresAt, waiting, network) VALUES (?, ?, ?, ?, 1, ?)',
  )
  const drop = sql.prepare<[number]>(
    `DELETE FROM trace_step WHERE seq IN
       (SELECT seq FROM
         (SELECT seq, row_number() OVER (PARTITION BY network ORDER BY seq DESC) AS place FROM trace_step WHERE waiting = 1)
        ORDER BY place, seq DESC LIMIT -1 OFFSET ?)`,
  )
  let added = 0
  return (key: string, at: number, data: string, network: string): void => {
    add.run(key, at, data, at + UNCLAIMED_LIFETIME_MS, network)
    added += 1
    if (added % DROP_EVERY === 0) drop.run(MOST_WAITING)
  }
}

/** SQLite has no booleans. */
const bound = (facts: TraceFacts, { id, at, network }: { id: string; at: number; network: string }) =>
  ({
    id,
    at,
    // Verified traces count towards their client, whatever their network.
    network: facts.verified ? '' : network,
    traceId: facts.traceId ?? null,
    verified: facts.verified ? 1 : 0,
    platform: facts.platform ?? null,
    clientId: facts.clientId ?? null,
    subject: facts.subject ?? null,
    task: facts.task ?? null,
  }) as unknown as TraceFacts & { id: string; at: number; network: string }

/** An opened launch stays opened. Otherwise the first failure stands, unless the launch succeeds later. */
function keepsStanding(id: string, before: StandingOutcome, now: StandingOutcome): boolean {
  if (now === 'answered') return before !== 'under_way' || !id.startsWith('c-')
  return before === 'opened' || ((before === 'refused' || before === 'fault') && now !== 'opened')
}

function isFull(statements: Statements, id: string, { steps, size }: Standing, failed: string | undefined): boolean {
  if (steps >= MOST_STEPS || size >= LARGEST) return true
  return failed !== undefined && (statements.failures.get(id, id) ?? 0) >= MOST_FAILED
}

/**
 * The first link of a key holds. Earlier requests with that key, and the trace that they began, become part of this
 * trace.
 */
function addLink(statements: Statements, link: string, id: string, until: number): void {
  if (statements.link.run(link, id, until).changes === 0 || link === id) return
  statements.keepLinked.run(until, link)
  statements.fold.run(link)
}

/** Rows that one purge deletes from each table. */
const PURGED_AT_ONCE = 500

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
