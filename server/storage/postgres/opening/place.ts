// Notices that the database was put back to an earlier moment: it does not know which codes and ids were used after it. Rows that
// pg_restore made are in another place than those before. After a recovery to a point in time, and after the promotion of a standby,
// the server has a new timeline (postgresql.org/docs/current/continuous-archiving.html, "Timelines").
import { withdrawing } from '../../operations/withdrawn.ts'
import type { Run } from '../connection/line.ts'

export interface History {
  /** Undefined where no start has noted it yet. */
  readonly timeline: string | undefined
  /** When something was withdrawn last, in epoch milliseconds: earlier uses are unknown. */
  readonly restoredAt: number | undefined
  /** True where it was withdrawn just now. */
  readonly isWithdrawn: boolean
}

/** What a process that runs has seen itself. */
export interface Seen {
  /** True when what was told under the last timeline may be missing. */
  readonly isLost: boolean
  readonly restoredAt: number | undefined
}

interface Place {
  readonly place: string
  readonly timeline: string
}

/** A cluster, a database in it, and a table: pg_restore makes at least the last one anew. */
const HERE = `SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' ||
    'registry_state'::regclass::oid AS place, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline FROM pg_control_system()`
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('slipway place'))`
const NOTED = 'SELECT place, timeline FROM database_place'
const NOTE = `INSERT INTO database_place (id, place, timeline) VALUES (1, $1, $2)
  ON CONFLICT (id) DO UPDATE SET place = excluded.place, timeline = excluded.timeline`
const RESTORED_AT = 'SELECT max("restoredAt") AS at FROM restoration'
const RESTORED = 'INSERT INTO restoration ("backupAt", "restoredAt") VALUES (clock_timestamp(), clock_timestamp())'
const REVOKED = 'UPDATE noop_token SET "revokedAt" = clock_timestamp() WHERE "revokedAt" IS NULL'

/**
 * Compares the place and the timeline with those that were noted, in a transaction; withdraws what may have been used where they say
 * that the database was put back, and notes them. A process that starts has seen nothing: for it each new timeline is one of a restore.
 */
export async function settle(run: Run, seen?: Seen): Promise<History> {
  await run(LOCK)
  const { here, noted } = await places(run)
  const before = await restoredAt(run)
  const isElsewhere = noted !== undefined && noted.place !== here.place
  const isLost = seen
    ? seen.isLost && seen.restoredAt === before
    : noted !== undefined && noted.timeline !== here.timeline
  const isWithdrawn = isElsewhere || isLost
  if (isWithdrawn) await withdraw(run)
  if (noted?.place !== here.place || noted.timeline !== here.timeline) await run(NOTE, [here.place, here.timeline])
  return { timeline: here.timeline, restoredAt: isWithdrawn ? await restoredAt(run) : before, isWithdrawn }
}

/** Withdraws what may have been used, in a transaction. */
export async function withdraw(run: Run): Promise<void> {
  for (const statement of withdrawing(`'epoch'`)) await run(statement)
  await run(REVOKED)
  await run(RESTORED)
}

/** What was noted last, for a process that changes nothing. */
export async function lastNoted(run: Run): Promise<History> {
  const [noted] = await run<Place>(NOTED)
  return { timeline: noted?.timeline, restoredAt: await restoredAt(run), isWithdrawn: false }
}

/** True where the next start withdraws something. */
export async function isRestored(run: Run): Promise<boolean> {
  const { here, noted } = await places(run)
  return noted !== undefined && (noted.place !== here.place || noted.timeline !== here.timeline)
}

async function places(run: Run): Promise<{ readonly here: Place; readonly noted: Place | undefined }> {
  const [here] = await run<Place>(HERE)
  const [noted] = await run<Place>(NOTED)
  if (!here) throw new Error('PostgreSQL does not say where it is.')
  return { here, noted }
}

const restoredAt = async (run: Run): Promise<number | undefined> =>
  (await run<{ readonly at: number | null }>(RESTORED_AT))[0]?.at ?? undefined
