import { describe, expect, it, onTestFinished } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Snapshot, SnapshotStore } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { type Database, openDatabase } from '../file/database.ts'
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
  asOfSeq: 7,
  total: 3,
  view: '{"count":40}',
  lastUpdated: NOW,
  expiresAt: NOW + IDLE,
  ...more,
})

const rows = (database: Database, table: string) =>
  (database.sql.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n

describe('snapshots of searches', () => {
  it('come back as they were kept', async () => {
    const { snapshots } = temporary()
    await snapshots.create(snapshot('a'), 100, NOW)
    await snapshots.create(snapshot('b', { total: undefined }), 100, NOW)
    expect(snapshots.find('a', NOW, NOW + IDLE)).toEqual(snapshot('a'))
    expect(snapshots.find('b', NOW, NOW + IDLE)?.total).toBeUndefined()
    expect(snapshots.find("'; drop", NOW, NOW + IDLE)).toBeUndefined()
  })

  it('LST-26 expire when they lie idle, and not before', async () => {
    const { snapshots } = temporary()
    await snapshots.create(snapshot('a'), 100, NOW)
    const later = NOW + 10 * 60_000
    expect(snapshots.find('a', later, later + IDLE)).toBeDefined()
    expect(snapshots.find('a', NOW + IDLE + 1, NOW + 2 * IDLE)).toBeDefined()
    expect(snapshots.find('a', NOW + 3 * IDLE, NOW + 4 * IDLE)).toBeUndefined()
  })

  it('LST-26 are capped for each client by itself: the longest unused goes first', async () => {
    const { database, snapshots } = temporary()
    await snapshots.create(snapshot('other', { clientId: 'd' }), 3, NOW)
    for (const id of ['a', 'b', 'c']) await snapshots.create(snapshot(id), 3, NOW)
    snapshots.find('a', NOW + 120_000, NOW + 120_000 + IDLE)
    await snapshots.create(snapshot('e', { expiresAt: NOW + 120_000 + IDLE }), 3, NOW + 120_000)
    expect(['a', 'b', 'c', 'e', 'other'].filter((id) => snapshots.find(id, NOW, NOW))).toEqual(['a', 'c', 'e', 'other'])
    expect(rows(database, 'search_snapshot')).toBe(4)
  })

  it('LIM-10 leave nothing behind when they go', async () => {
    const { database, snapshots } = temporary()
    await snapshots.create(snapshot('a'), 100, NOW)
    await snapshots.create(snapshot('b', { expiresAt: NOW + 2 * IDLE }), 100, NOW + IDLE)
    expect(rows(database, 'search_snapshot')).toBe(1)
  })

  it('wait for another process that writes without keeping this one from its work', async () => {
    const { database, snapshots } = temporary()
    await snapshots.create(snapshot('a'), 100, NOW)
    const other = openDatabase(database.sql.name)
    onTestFinished(() => other.close())
    other.sql.exec('BEGIN IMMEDIATE')
    const created = snapshots.create(snapshot('b'), 100, NOW)
    const later = NOW + 5 * 60_000
    expect(snapshots.find('a', later, later + IDLE)?.expiresAt).toBe(NOW + IDLE)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(snapshots.find('b', NOW, NOW)).toBeUndefined()
    other.sql.exec('COMMIT')
    await created
    expect(snapshots.find('b', NOW, NOW)).toBeDefined()
    expect(database.sql.pragma('busy_timeout', { simple: true })).toBeGreaterThan(0)
  })

  it('ERR-07 cannot be kept while another process writes for too long', async () => {
    const { database, snapshots } = temporary()
    const other = openDatabase(database.sql.name)
    onTestFinished(() => other.close())
    database.sql.pragma('busy_timeout = 30')
    other.sql.exec('BEGIN IMMEDIATE')
    await expect(snapshots.create(snapshot('b'), 100, NOW)).rejects.toThrow(StorageUnavailable)
    other.sql.exec('ROLLBACK')
  })
})
