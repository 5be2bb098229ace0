// Contract of the snapshots of searches, whatever the engine.
import { describe, expect, it } from 'vitest'
import type { Moment, Snapshot } from '#server/fhir/store.ts'
import { isPostgres, temporaryStores } from '../testing/stores.ts'

const NOW = Date.UTC(2026, 3, 1)
const IDLE = 15 * 60_000

const snapshot = (id: string, more: Partial<Snapshot> = {}): Snapshot => ({
  id,
  clientId: 'c',
  permission: 'all',
  search: { type: 'Patient', conditions: [], visibility: 'all', sort: '_id', ids: ['a'] },
  asOfSeq: (isPostgres ? '10:20:10,14' : '7') as Moment,
  total: 3,
  view: '{"count":40}',
  lastUpdated: NOW,
  expiresAt: NOW + IDLE,
  ...more,
})

describe('snapshots of searches', () => {
  it('come back as they were kept, in every process', async () => {
    const { snapshots, another } = await temporaryStores()
    await snapshots.create(snapshot('a'), 100, NOW)
    await snapshots.create(snapshot('b', { total: undefined }), 100, NOW)
    expect(await snapshots.find('a', NOW, NOW + IDLE)).toEqual(snapshot('a'))
    expect((await snapshots.find('b', NOW, NOW + IDLE))?.total).toBeUndefined()
    expect(await snapshots.find("'; drop", NOW, NOW + IDLE)).toBeUndefined()
    expect(await (await another()).snapshots.find('a', NOW, NOW + IDLE)).toEqual(snapshot('a'))
  })

  it('LST-26 expire when they are not used, and not before', async () => {
    const { snapshots } = await temporaryStores()
    await snapshots.create(snapshot('a'), 100, NOW)
    const later = NOW + 10 * 60_000
    expect(await snapshots.find('a', later, later + IDLE)).toBeDefined()
    expect(await snapshots.find('a', NOW + IDLE + 1, NOW + 2 * IDLE)).toBeDefined()
    expect(await snapshots.find('a', NOW + 3 * IDLE, NOW + 4 * IDLE)).toBeUndefined()
  })

  it('LST-26 are capped for each client by itself: the longest unused goes first', async () => {
    const { snapshots, rows } = await temporaryStores()
    await snapshots.create(snapshot('other', { clientId: 'd' }), 3, NOW)
    for (const [at, id] of ['a', 'b', 'c'].entries())
      await snapshots.create(snapshot(id, { lastUpdated: NOW + at }), 3, NOW)
    await snapshots.find('a', NOW + 120_000, NOW + 120_000 + IDLE)
    await snapshots.create(snapshot('e', { expiresAt: NOW + 120_000 + IDLE }), 3, NOW + 120_000)
    const left: string[] = []
    for (const id of ['a', 'b', 'c', 'e', 'other']) if (await snapshots.find(id, NOW, NOW)) left.push(id)
    expect(left).toEqual(['a', 'c', 'e', 'other'])
    expect(await rows('search_snapshot')).toBe(4)
  })

  it('LIM-10 leave no rows behind when they are removed', async () => {
    const { snapshots, rows } = await temporaryStores()
    await snapshots.create(snapshot('a'), 100, NOW)
    await snapshots.create(snapshot('b', { expiresAt: NOW + 2 * IDLE }), 100, NOW + IDLE)
    expect(await rows('search_snapshot')).toBe(1)
  })
})
