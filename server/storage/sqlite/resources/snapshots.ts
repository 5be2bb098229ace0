// Search snapshots, for paging: the search, its client, and the seq of the moment that it shows.
import { batchPerTick } from '#lib/async/batch-per-tick.ts'
import { HOUR } from '#lib/clock.ts'
import type { Snapshot, SnapshotStore } from '#server/fhir/store.ts'
import { ifFree, whenSoonFree } from '../durability/busy-retry.ts'
import { type WriteQueue, writeQueue } from '../durability/write-queue.ts'
import type { Sqlite } from '../file/database.ts'
import { isBusy, throwingUnavailable } from '../file/unavailable.ts'
import { momentOf, seqOf } from './moment.ts'

/** An expiry is extended only when that gains at least this much, so that most pages are read without a write. */
const WORTH_MOVING_MS = 60_000
/** The longest that pages are to be had, however often they are asked for: until then, nothing of their past is removed. */
const LONGEST_LIFE_MS = 24 * HOUR

/** How long a search waits for another process to end its transaction, so that every process finds its snapshot. */
const PATIENCE_MS = 2000

interface SnapshotRow {
  readonly id: string
  readonly clientId: string
  readonly permission: string
  readonly query: string
  readonly asOfSeq: number
  readonly total: number | null
  readonly lastUpdated: number
  readonly expiresAt: number
}

type Query = Pick<Snapshot, 'search' | 'view'>

interface NewSnapshot {
  readonly snapshot: Snapshot
  readonly most: number
  readonly now: number
}

const LIVING = 'expiresAt > ? AND lastUpdated > ?'
const livingAt = (now: number): [number, number] => [now, now - LONGEST_LIFE_MS]

/** The seq of the oldest moment that pages may still show; undefined if there are none. */
export function oldestLivingSnapshot(sql: Sqlite): (now: number) => number | undefined {
  const oldest = sql.prepare<[number, number], number | null>(
    `SELECT min(asOfSeq) FROM search_snapshot WHERE ${LIVING}`,
  )
  return (now) => oldest.pluck().get(...livingAt(now)) ?? undefined
}

/**
 * The store of snapshots. One is written before its first page is sent, unless another process has been writing for too
 * long: a search is a read, so it does not wait for that. Its pages come from memory until `owed` has written it. The methods throw
 * StorageUnavailable if the database is temporarily unavailable.
 */
export function snapshotStore(sql: Sqlite, owed: Pick<WriteQueue, 'enqueue'> = writeQueue(sql)): SnapshotStore {
  const insert = sql.prepare(
    `INSERT INTO search_snapshot (id, clientId, permission, type, query, asOfSeq, total, lastUpdated, expiresAt)
     VALUES (@id, @clientId, @permission, @type, @query, @asOfSeq, @total, @lastUpdated, @expiresAt)`,
  )
  const purge = sql.prepare<[number]>('DELETE FROM search_snapshot WHERE expiresAt <= ?')
  const dropUnused = sql.prepare<[string, string, number]>(
    `DELETE FROM search_snapshot WHERE id IN (
       SELECT id FROM search_snapshot WHERE clientId = ? ORDER BY expiresAt, rowid
       LIMIT max(0, (SELECT count(*) FROM search_snapshot WHERE clientId = ?) - ?))`,
  )
  const find = sql.prepare<[string, number, number], SnapshotRow>(
    `SELECT id, clientId, permission, query, asOfSeq, total, lastUpdated, expiresAt FROM search_snapshot
     WHERE id = ? AND ${LIVING}`,
  )
  const move = sql.prepare<[number, string]>('UPDATE search_snapshot SET expiresAt = ? WHERE id = ?')

  const createAll = sql.transaction((waiting: readonly NewSnapshot[]) => {
    purge.run(Math.max(...waiting.map(({ now }) => now)))
    const clients = new Map<string, number>()
    for (const { snapshot, most } of waiting) {
      const { search, view, total, ...rest } = snapshot
      const query = JSON.stringify({ search, view } satisfies Query)
      insert.run({ ...rest, asOfSeq: seqOf(rest.asOfSeq), type: search.type, total: total ?? null, query })
      clients.set(snapshot.clientId, most)
    }
    for (const [clientId, most] of clients) dropUnused.run(clientId, clientId, most)
  })
  /** Snapshots that are not written yet, the least recently used first. */
  const unwritten = new Map<string, NewSnapshot>()

  const writeAll = () => {
    if (unwritten.size === 0) return
    createAll.immediate([...unwritten.values()])
    unwritten.clear()
  }

  const writeLater = (): void =>
    owed.enqueue(writeAll, (error) => {
      if (isBusy(error)) writeLater()
    })

  const together = batchPerTick(async (created: readonly NewSnapshot[]) => {
    for (const one of created) remember(one, unwritten)
    try {
      if (!(await whenSoonFree(sql, writeAll, PATIENCE_MS))) writeLater()
    } catch (error) {
      for (const { snapshot } of created) unwritten.delete(snapshot.id)
      throw error
    }
  })

  const findUnwritten = (id: string, now: number, expiresAt: number): Snapshot | undefined => {
    const one = unwritten.get(id)
    if (!one || one.snapshot.expiresAt <= now) return undefined
    const snapshot = { ...one.snapshot, expiresAt }
    remember({ ...one, snapshot }, unwritten)
    return snapshot
  }

  const findStored = (id: string, now: number, expiresAt: number): Snapshot | undefined => {
    const row = find.get(id, ...livingAt(now))
    if (!row) return undefined
    // If another process is writing at this moment, the next page extends it.
    if (expiresAt - row.expiresAt >= WORTH_MOVING_MS) ifFree(sql, () => move.run(expiresAt, id))
    const { query, total, asOfSeq, ...rest } = row
    return { ...rest, asOfSeq: momentOf(asOfSeq), ...(JSON.parse(query) as Query), total: total ?? undefined }
  }

  return throwingUnavailable<SnapshotStore>({
    create: (snapshot, most, now) => together({ snapshot, most, now }),
    find: (...asked) => findUnwritten(...asked) ?? findStored(...asked),
  })
}

/** Puts one last among those that are not written, and drops the first of its client's beyond the most. */
function remember(one: NewSnapshot, unwritten: Map<string, NewSnapshot>): void {
  const { id, clientId } = one.snapshot
  unwritten.delete(id)
  unwritten.set(id, one)
  const own = [...unwritten.values()].filter(({ snapshot }) => snapshot.clientId === clientId)
  for (const { snapshot } of own.slice(0, Math.max(0, own.length - one.most))) unwritten.delete(snapshot.id)
}
