import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Snapshot, SnapshotStore } from '../fhir/store.ts'
import { type Database, openDatabase } from './database.ts'
import { snapshotStore } from './snapshots.ts'

const NOW = Date.UTC(2026, 3, 1)
const IDLE = 15 * 60_000

function temporary(): { readonly database: Database; readonly snapshots: SnapshotStore } {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-snapshots-'))
  const database = openDatabase(path.join(directory, 'slipway.db'))
  onTestFinished(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })
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
  it('come back as they were kept', () => {
    const { snapshots } = temporary()
    snapshots.create(snapshot('a'), 100, NOW)
    snapshots.create(snapshot('b', { total: undefined }), 100, NOW)
    expect(snapshots.find('a', NOW, NOW + IDLE)).toEqual(snapshot('a'))
    expect(snapshots.find('b', NOW, NOW + IDLE)?.total).toBeUndefined()
    expect(snapshots.find("'; drop", NOW, NOW + IDLE)).toBeUndefined()
  })

  it('LST-26 expire when they lie idle, and not before', () => {
    const { snapshots } = temporary()
    snapshots.create(snapshot('a'), 100, NOW)
    const later = NOW + 10 * 60_000
    expect(snapshots.find('a', later, later + IDLE)).toBeDefined()
    expect(snapshots.find('a', NOW + IDLE + 1, NOW + 2 * IDLE)).toBeDefined()
    expect(snapshots.find('a', NOW + 3 * IDLE, NOW + 4 * IDLE)).toBeUndefined()
  })

  it('LST-26 are capped for each client by itself: the longest unused goes first', () => {
    const { database, snapshots } = temporary()
    snapshots.create(snapshot('other', { clientId: 'd' }), 3, NOW)
    for (const id of ['a', 'b', 'c']) snapshots.create(snapshot(id), 3, NOW)
    snapshots.find('a', NOW + 120_000, NOW + 120_000 + IDLE)
    snapshots.create(snapshot('e', { expiresAt: NOW + 120_000 + IDLE }), 3, NOW + 120_000)
    expect(['a', 'b', 'c', 'e', 'other'].filter((id) => snapshots.find(id, NOW, NOW))).toEqual(['a', 'c', 'e', 'other'])
    expect(rows(database, 'search_snapshot')).toBe(4)
  })

  it('LIM-10 leave nothing behind when they go', () => {
    const { database, snapshots } = temporary()
    snapshots.create(snapshot('a'), 100, NOW)
    snapshots.create(snapshot('b', { expiresAt: NOW + 2 * IDLE }), 100, NOW + IDLE)
    expect(rows(database, 'search_snapshot')).toBe(1)
  })
})
