import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#lib/clock.ts'
import type { Search } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { resourceDatabase } from '../resources/resources.ts'
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

/** All Patients as of a round, every other one of which is female. */
const patients = (round: number) =>
  Array.from({ length: PATIENTS }, (_, n) => {
    const parsed = { resourceType: 'Patient', id: `p${n}`, gender: (n + round) % 2 ? 'male' : 'female' }
    return { type: 'Patient', id: `p${n}`, text: JSON.stringify({ ...parsed, multipleBirthInteger: round }), parsed }
  })

describe('index values of superseded versions', () => {
  it('FBO-08 of one long version go some at a time', async () => {
    const { sql } = temporaryDatabase()
    const resources = resourceDatabase(sql)
    for (const count of [5000, 1]) {
      const identifier = Array.from({ length: count }, (_, n) => ({ value: `n${n}` }))
      const parsed = { resourceType: 'Patient', id: 'a', identifier }
      await resources.write([{ type: 'Patient', id: 'a', text: JSON.stringify(parsed), parsed }], NOW)
    }
    const purge = pastValuesPurge(sql)
    const passed: number[] = []
    for (let some = purge(NOW + 2 * MINUTE); some > 0; some = purge(NOW + 2 * MINUTE)) passed.push(some)
    expect(passed.length).toBeGreaterThan(5)
    expect(Math.max(...passed)).toBeLessThanOrEqual(1002)
    expect(sql.prepare('SELECT count(*) FROM search_value').pluck().get()).toBe(1)
  })

  it('FIX-03 are not missed by a list that was made before they went', async () => {
    const { sql } = temporaryDatabase()
    const [resources, index, purge] = [resourceDatabase(sql), searchIndex(sql), pastValuesPurge(sql)]
    for (const round of [0, 1]) await resources.write(patients(round), NOW + round)
    const base = listOf(index, female, undefined)
    await resources.write(patients(2), NOW + 2)
    while (purge(NOW + HOUR) > 0);
    const list = listOf(index, female, index.currentSeq(), base)
    expect([...list.seqs]).toEqual([...index.all(female)])
  })
})
