import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Snapshot, SnapshotStore } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { type Database, openDatabase } from '../file/database.ts'
import { anotherConnection } from '../testing/another-connection.ts'
import { momentOf } from './moment.ts'
import { snapshotStore } from './snapshots.ts'

const NOW = Date.UTC(2026, 3, 1)
const IDLE = 15 * 60_000

function temporary(): { readonly database: Database; readonly snapshots: SnapshotStore } {
  const database = temporaryDatabase()
  return { database, snapshots: snapshotStore(database.sql) }
}

const snapshot = (id: string, more: Partial<Snapshot> = {}): Snapshot => ({
  id,
  clientId: 'c',
  permission: 'all',
  search: { type: 'Patient', conditions: [], visibility: 'all', sort: '_id', ids: ['a'] },
  asOfSeq: momentOf(7),
  total: 3,
  view: '{"count":40}',
  lastUpdated: NOW,
  expiresAt: NOW + IDLE,
  ...more,
})

const rows = (database: Database, table: string) =>
  (database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n

describe('snapshots of searches', () => {
  it('LST-15 need no lock: while another process writes, pages come from memory', async () => {
    const { database, snapshots } = temporary()
    const other = anotherConnection(database.sql)
    database.sql.pragma('busy_timeout = 30')
    await snapshots.create(snapshot('a'), 3, NOW)
    other.exec('BEGIN IMMEDIATE')
    const later = NOW + 5 * 60_000
    for (const id of ['b', 'c', 'd', 'e']) await snapshots.create(snapshot(id), 3, NOW)
    expect((await snapshots.find('a', later, later + IDLE))?.expiresAt).toBe(NOW + IDLE)
    expect((await snapshots.find('c', later, later + IDLE))?.expiresAt).toBe(later + IDLE)
    await delay(200) // Longer than a write waits.
    expect(await snapshots.find('d', NOW + IDLE, NOW + IDLE)).toBeUndefined()
    expect(rows(database, 'search_snapshot')).toBe(1)
    other.exec('COMMIT')
    await expect.poll(() => rows(database, 'search_snapshot')).toBe(3)
    const restarted = snapshotStore(database.sql)
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => restarted.find(id, NOW, NOW))).toEqual(['c', 'd', 'e'])
    expect(await restarted.find('c', NOW + IDLE, NOW + 2 * IDLE)).toBeDefined()
    expect(database.sql.pragma('busy_timeout', { simple: true })).toBe(30)
  })

  it('LST-15 are written before the process ends, once another process releases the lock', async () => {
    const database = openDatabase(temporaryDatabase().sql.name, { isShared: true })
    const other = anotherConnection(database.sql)
    other.exec('BEGIN IMMEDIATE')
    await snapshotStore(database.sql, database.owed).create(snapshot('a'), 3, NOW)
    const closed = database.close()
    other.exec('COMMIT')
    await closed
    expect(other.prepare('SELECT id FROM search_snapshot').all()).toEqual([{ id: 'a' }])
  })

  it('ERR-07 cannot be kept where the database takes no writes', async () => {
    const { database, snapshots } = temporary()
    database.sql.pragma('query_only = ON')
    await expect(snapshots.create(snapshot('b'), 100, NOW)).rejects.toThrow(StorageUnavailable)
    expect(await snapshots.find('b', NOW, NOW)).toBeUndefined()
  })
})
