import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import type { Search, Snapshot } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { momentOf } from '../resources/moment.ts'
import { resourceDatabase } from '../resources/resources.ts'
import { snapshotStore } from '../resources/snapshots.ts'
import { searchIndex } from './index.ts'
import { pastValuesPurge } from './past-values.ts'
import { listOf } from './result-lists.ts'

const NOW = Date.UTC(2026, 3, 1)
const PATIENTS = 100
const female: Search = {
  type: 'Patient',
  conditions: [{ param: 'gender', alternatives: [{ value: 'female' }] }],
  visibility: 'all',
  sort: '-_lastUpdated',
}

async function updated(times: number) {
  const { sql } = temporaryDatabase()
  const resources = resourceDatabase(sql)
  const change = (round: number) =>
    resources.write(
      Array.from({ length: PATIENTS }, (_, n) => {
        const parsed = { resourceType: 'Patient', id: `p${n}`, gender: (n + round) % 2 ? 'male' : 'female' }
        return {
          type: 'Patient',
          id: `p${n}`,
          text: JSON.stringify({ ...parsed, multipleBirthInteger: round }),
          parsed,
        }
      }),
      NOW + round,
    )
  for (let round = 0; round < times; round += 1) await change(round)
  const values = () => sql.prepare<[], number>('SELECT count(*) FROM search_value').pluck().get() ?? 0
  const purge = pastValuesPurge(sql)
  const purgeAll = (now: number) => {
    while (purge(now) > 0);
  }
  const snapshots = snapshotStore(sql)
  const index = searchIndex(sql)
  const open = (id: string, expiresAt: number) => {
    const asOfSeq = index.currentSeq()
    const snapshot: Snapshot = {
      ...{
        id,
        clientId: 'app',
        permission: '',
        search: female,
        asOfSeq: momentOf(asOfSeq),
        total: undefined,
        view: '',
      },
      ...{ lastUpdated: NOW, expiresAt },
    }
    return snapshots.create(snapshot, 100, NOW).then(() => asOfSeq)
  }
  return { sql, change, values, purgeAll, snapshots, index, open }
}

describe('index values of superseded versions', () => {
  it('FIX-03 go once nobody pages through their time any more, and what is found stays', async () => {
    const { values, purgeAll, index } = await updated(50)
    const [before, found] = [values(), [...index.all(female)]]
    expect(found).toHaveLength(PATIENTS / 2)
    purgeAll(NOW)
    expect(values()).toBe(before)
    purgeAll(NOW + 2 * MINUTE)
    expect(values()).toBe(before / 50)
    expect([...index.all(female)]).toEqual(found)
  })

  it('FIX-03 LST-15 stay while pages show them, for a day at most', async () => {
    const { change, values, purgeAll, snapshots, index, open } = await updated(3)
    const each = values() / 3
    const then = [...index.all(female)]
    const asOfSeq = await open('a', NOW + HOUR)
    for (const round of [3, 4, 5]) await change(round)
    purgeAll(NOW + 10 * MINUTE)
    expect(values()).toBe(4 * each)
    expect([...listOf(index, female, asOfSeq).seqs]).toEqual(then)
    for (let at = HOUR; at < 2 * DAY; at += HOUR) await snapshots.find('a', NOW + at - 1, NOW + at + HOUR)
    expect(await snapshots.find('a', NOW + DAY + 1, NOW + 3 * DAY)).toBeUndefined()
    purgeAll(NOW + DAY + 1)
    expect(values()).toBe(each)
  })

  it('FIX-03 are not missed by a list that was made before they went', async () => {
    const { change, purgeAll, index } = await updated(2)
    const base = listOf(index, female, undefined)
    await change(2)
    purgeAll(NOW + HOUR)
    const list = listOf(index, female, index.currentSeq(), base)
    expect([...list.seqs]).toEqual([...index.all(female)])
  })

  it('FIX-03 stay while a Subscription is still to be told of their version', async () => {
    const { sql, values, purgeAll, index } = await updated(3)
    const before = values()
    sql.prepare("INSERT INTO resource_event (seq, requestId) VALUES (1, 'r')").run()
    purgeAll(NOW + HOUR)
    expect(values()).toBe(before)
    sql.exec('DELETE FROM resource_event')
    purgeAll(NOW + HOUR)
    expect(values()).toBe(before / 3)
    expect(index.all(female)).toHaveLength(PATIENTS / 2)
  })
})
