// Writes that yield to other processes. Another process may lock the database for as long as it likes, and SQLite would
// block this process while waiting for the lock.
import { setTimeout as delay } from 'node:timers/promises'
import type { Maybe } from '#lib/async/maybe.ts'
import type { Sqlite } from '../file/connection.ts'
import { isBusy } from '../file/unavailable.ts'

const PAUSE_MS = 5
/** A lock that was seen this many milliseconds ago and is seen again counts as held in between. */
const SEEN_AGAIN_MS = 1000

/** What the writes of a connection that wait for others have in common. */
interface Line {
  /** The longest wait, in milliseconds. */
  readonly patience: number
  /** Since when others have held the lock, and when that was last seen; undefined while they do not. */
  held: { readonly since: number; readonly seen: number } | undefined
  /** The end of the line: only its first looks whether the lock is free. */
  last: Promise<unknown>
}

const lines = new WeakMap<Sqlite, Line>()

const newLine = (sql: Sqlite): Line => ({ patience: patienceOf(sql), held: undefined, last: Promise.resolve() })

const lineOf = (sql: Sqlite): Line => lines.get(sql) ?? newLine(sql)

/**
 * From now on no statement of the connection waits within SQLite, which would hold the thread: a write waits in
 * `whenFree` for as long as SQLite would have waited, and the thread does other work meanwhile.
 */
export function waitAside(sql: Sqlite): void {
  lines.set(sql, newLine(sql))
  sql.pragma('busy_timeout = 0')
}

/**
 * Runs a write as soon as no other connection is writing. Rejects with SQLITE_BUSY once another has held the lock for
 * SQLite's busy timeout, so that nobody waits longer, in however many steps.
 */
export async function whenFree<T>(sql: Sqlite, write: () => Maybe<T>): Promise<T> {
  const line = lineOf(sql)
  const first = await attempt(sql, write, line)
  if (first) return first.value
  const turn = line.last.then(() => persisting(sql, write, line))
  line.last = turn.catch(() => undefined)
  return turn
}

/**
 * Runs again what has failed with `error`, once no other connection is writing, if it failed for that. On a connection
 * that does not wait aside, SQLite has waited already: it rejects with the error.
 */
export async function againWhenFree<T>(sql: Sqlite, error: unknown, write: () => Maybe<T>): Promise<T> {
  if (!isBusy(error) || !lines.has(sql)) throw error
  return whenFree(sql, write)
}

/** Resolves once the writes that wait at this moment have been made, or have failed. */
export const writesThatWait = (sql: Sqlite): Promise<unknown> => lineOf(sql).last

/** Runs a write unless another connection is writing; returns true if it ran. */
export function ifFree(sql: Sqlite, write: () => void): boolean {
  try {
    withoutWaiting(sql, write)
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/**
 * Runs a write as soon as no other connection is writing; false, without having run it, once another has held the lock for
 * `patience` milliseconds. It stands in no line: the writes before it may wait longer.
 */
export async function whenSoonFree(sql: Sqlite, write: () => void, patience: number): Promise<boolean> {
  try {
    await persisting(sql, write, lineOf(sql), patience)
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

async function persisting<T>(sql: Sqlite, write: () => Maybe<T>, line: Line, patience = line.patience): Promise<T> {
  for (;;) {
    const done = await attempt(sql, write, line, patience)
    if (done) return done.value
    await delay(PAUSE_MS)
  }
}

/** Undefined if another connection is writing. Throws SQLITE_BUSY if it has been for `patience`. */
async function attempt<T>(
  sql: Sqlite,
  write: () => Maybe<T>,
  line: Line,
  patience = line.patience,
): Promise<{ readonly value: T } | undefined> {
  try {
    const value = await withoutWaiting(sql, write)
    line.held = undefined
    return { value }
  } catch (error) {
    if (!isBusy(error) || heldFor(line) >= patience) throw error
    return undefined
  }
}

function heldFor(line: Line): number {
  const now = performance.now()
  const since = line.held && now - line.held.seen < SEEN_AGAIN_MS ? line.held.since : now
  line.held = { since, seen: now }
  return now - since
}

function withoutWaiting<T>(sql: Sqlite, write: () => T): T {
  if (lines.has(sql)) return write()
  const patience = patienceOf(sql)
  sql.pragma('busy_timeout = 0')
  try {
    return write()
  } finally {
    sql.pragma(`busy_timeout = ${patience}`)
  }
}

const patienceOf = (sql: Sqlite): number => sql.pragma('busy_timeout', { simple: true }) as number
