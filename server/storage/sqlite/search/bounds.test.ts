import { describe, expect, it } from 'vitest'
import type { Condition, History, Search, SortOrder } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import type { Sqlite } from '../file/database.ts'
import { resourceDatabase } from '../resources/resources.ts'
import { listening } from '../testing/listening.ts'
import { searchWork, type Work } from '../threads/search-work.ts'
import { searchIndex } from './index.ts'
import type { List } from './result-lists.ts'

const NOW = Date.UTC(2026, 3, 1)
const MANY = 6000
const DAYS = 28
const GENDERS = ['male', 'female', 'other']

/** Patients with a gender, a day of birth, and every third with two names. */
const patientOf = (n: number) => ({
  id: `p${(n * 7919) % 100_003}`,
  gender: GENDERS[n % 3] ?? '',
  day: `1970-01-${String(1 + ((n * 13) % DAYS)).padStart(2, '0')}`,
  names: n % 3 === 0 ? [`n${n % 50}`, `m${n % 7}`] : n % 3 === 1 ? [`n${n % 50}`] : [],
})

async function many(): Promise<Sqlite> {
  const { sql } = temporaryDatabase()
  const resources = resourceDatabase(sql)
  const all = Array.from({ length: MANY }, (_, n) => patientOf(n))
  for (let at = 0; at < MANY; at += 500)
    await resources.writePrepared(
      all.slice(at, at + 500).map(({ id, gender, day, names }, n) => ({
        ...{
          type: 'Patient',
          id,
          text: `{"resourceType":"Patient","id":"${id}"}`,
          contentHash: id,
          origin: `d${n % 3}`,
        },
        values: [...['gender', 's', gender, 'birthdate', day, day], ...names.flatMap((name) => ['name', '', name])],
      })),
      NOW + (at % 7),
    )
  return sql
}

const isGender = (...values: readonly string[]): Condition => ({
  param: 'gender',
  alternatives: values.map((value) => ({ value })),
})
const bornFrom = (from: string): Condition => ({
  param: 'birthdate',
  alternatives: [],
  ranges: [{ param: 'birthdate', from, to: '2', endFrom: '', endTo: '2' }],
})
const WIDE: Search = {
  type: 'Patient',
  conditions: [isGender('male', 'female'), bornFrom('1970-01-02'), bornFrom('1970-01-05')],
  visibility: 'all',
  sort: '-_lastUpdated',
}
const SORTS: readonly SortOrder[] = [
  ...(['-_lastUpdated', '_lastUpdated', '_id', '-_id'] as const),
  { by: [{ params: ['birthdate'], descending: true }], ties: '_lastUpdated' },
  {
    by: [
      { params: ['name', 'gender'], descending: false },
      { params: ['birthdate'], descending: true },
    ],
    ties: '-_id',
  },
]

describe('wide searches', () => {
  it('LST-15 find the same in the same order whether candidates are looked up or an index is walked', async () => {
    const sql = await many()
    const [looking, walking] = [searchIndex(sql), searchIndex(sql, { lookedUp: 0 })]
    for (const sort of SORTS)
      for (const more of [
        {},
        { visibility: { origins: ['d0', 'd2'] } },
        { lastUpdated: [{ from: NOW, to: NOW + 4 }] },
        { conditions: [bornFrom('1970-01-20'), isGender('other')] },
      ]) {
        const search: Search = { ...WIDE, sort, ...more }
        const found = [...looking.all(search)]
        expect(found.length).toBeGreaterThan(500)
        expect([JSON.stringify(search), [...walking.all(search)]]).toEqual([JSON.stringify(search), found])
      }
  })

  it('find what meets every condition', async () => {
    const index = searchIndex(await many(), { lookedUp: 0 })
    const expected = Array.from({ length: MANY }, (_, n) => patientOf(n)).filter(
      ({ gender, day }) => gender !== 'other' && day >= '1970-01-05',
    )
    expect(index.all(WIDE)).toHaveLength(expected.length)
  })

  it('FBO-04 read the matches of a condition once, and test no row', async () => {
    const { sql, runs } = listening(await many())
    const index = searchIndex(sql)
    index.all(WIDE)
    const gathering = runs.filter((text) => text.includes('gathered('))
    expect(gathering).toHaveLength(2 + 1 + 1)
    expect(runs.filter((text) => text.includes('EXISTS'))).toEqual([])
  })

  it('FBO-04 test the few rows that one condition leaves, in place of reading what the others find', async () => {
    const { sql, runs } = listening(await many())
    const index = searchIndex(sql)
    const one = { param: 'name', alternatives: [{ value: 'n7' }] }
    expect(index.all({ ...WIDE, conditions: [...WIDE.conditions, one] }).length).toBeGreaterThan(0)
    expect(runs.filter((text) => text.includes('gathered('))).toEqual([])
  })

  it('FBO-04 read what the narrowest condition finds first, and test the few rows that are left', async () => {
    const { sql, runs } = listening(await many())
    const index = searchIndex(sql)
    const long = isGender(...Array.from({ length: 110 }, (_, n) => `g${n}`), 'male')
    const conditions = [isGender('male', 'female'), long, bornFrom('1970-01-26')]
    expect(index.all({ ...WIDE, conditions })).toHaveLength(215)
    const gathering = runs.filter((text) => text.includes('gathered('))
    expect(gathering[0]).toContain('s.value >= ?')
    expect(gathering).toHaveLength(1 + 111)
    expect(runs.filter((text) => text.includes('EXISTS'))).toHaveLength(1)
  })

  it('FBO-08 run in another thread, as do searches that compare many values with few rows', async () => {
    const index = searchIndex(await many())
    const few = { param: 'name', alternatives: [{ value: 'n7' }] }
    const long = isGender(...Array.from({ length: 100 }, (_, n) => `g${n}`), 'male')
    const isHere = (...conditions: readonly Condition[]) => index.isNarrow({ ...WIDE, conditions })
    expect([isHere(few), isHere(few, isGender('male')), isHere(few, long), isHere(...WIDE.conditions)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(index.isBrief({ ...WIDE, conditions: [few, long] })).toBe(true)
    expect(index.isBrief(WIDE)).toBe(false)
  })

  it('FBO-10 use four bytes of memory per match', async () => {
    const found = searchIndex(await many()).all(WIDE)
    expect(found).toBeInstanceOf(Uint32Array)
    expect(found.buffer.byteLength).toBeLessThanOrEqual(16 * found.length)
  })

  it('FBO-01 FBO-10 are stopped while a list is moved to another moment, which uses four bytes of memory per match', async () => {
    const work = searchWork(await many())
    const base = work({ kind: 'list', search: WIDE, asOfSeq: 2000, base: undefined }) as List
    const moved: Work = { kind: 'list', search: WIDE, asOfSeq: MANY, base }
    expect(() => work(moved, { ms: -1, isCancelled: () => false })).toThrow('ran as long')
    const { seqs } = work(moved) as List
    expect(seqs).toBeInstanceOf(Uint32Array)
    expect(seqs).toEqual((work({ ...moved, base: undefined }) as List).seqs)
  })

  const history: History = { kind: 'history', type: 'Patient', visibility: 'all' }
  const works: readonly (readonly [string, Work])[] = [
    ['first page', { kind: 'first', search: WIDE, limit: 41, mostCounted: Number.MAX_SAFE_INTEGER }],
    ['total', { kind: 'first', search: WIDE, limit: 0, mostCounted: Number.MAX_SAFE_INTEGER }],
    [
      'page in an order by values',
      { kind: 'first', search: { ...WIDE, sort: SORTS[5] ?? '_id' }, limit: 5, mostCounted: 0 },
    ],
    ['list', { kind: 'list', search: { ...WIDE, conditions: [] }, asOfSeq: MANY, base: undefined }],
    ['list by id', { kind: 'list', search: { ...WIDE, conditions: [], sort: '_id' }, asOfSeq: MANY, base: undefined }],
    ['history', { kind: 'history', history, asOfSeq: undefined, base: undefined }],
    ['history since', { kind: 'history', history: { ...history, since: NOW }, asOfSeq: undefined, base: undefined }],
  ]
  it.each(works)(
    'FBO-01 FBO-02 are stopped by time, by who asked and at the end of the server: %s',
    async (_, asked) => {
      const work = searchWork(await many())
      const whole = work(asked)
      expect(() => work(asked, { ms: -1, isCancelled: () => false })).toThrow('ran as long')
      let looks = 0
      const isCancelled = () => {
        looks += 1
        return true
      }
      expect(() => work(asked, { ms: 60_000, isCancelled })).toThrow('nobody waits')
      expect(looks).toBe(1)
      expect(work(asked, { ms: 60_000, isCancelled: () => false })).toEqual(whole)
    },
  )
})
