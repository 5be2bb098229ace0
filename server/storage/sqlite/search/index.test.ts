import { describe, expect, it } from 'vitest'
import type { Condition, IndexOrder, Search } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import type { Database } from '../file/database.ts'
import { seqOf } from '../resources/moment.ts'
import { resourceDatabase } from '../resources/resources.ts'
import { snapshotStore } from '../resources/snapshots.ts'
import { listening } from '../testing/listening.ts'
import { searchIndex } from './index.ts'
import { listOf } from './result-lists.ts'

const NOW = Date.UTC(2026, 3, 1)
const SORTS: readonly IndexOrder[] = ['-_lastUpdated', '_lastUpdated', '_id', '-_id']
const OPPOSITE: Readonly<Record<IndexOrder, IndexOrder>> = {
  '-_lastUpdated': '_lastUpdated',
  _lastUpdated: '-_lastUpdated',
  _id: '-_id',
  '-_id': '_id',
}
const BROAD = 5500

function temporary(): Database {
  const database = temporaryDatabase()
  return database
}

const gender = {
  param: 'gender',
  alternatives: [{ system: 'http://hl7.org/fhir/administrative-gender', value: 'female' }],
}
const born = {
  param: 'birthdate',
  alternatives: [],
  ranges: [{ param: 'birthdate', from: '1970-01-01', to: '1990-01-01', endFrom: '0000-01-01', endTo: '1990-01-01' }],
}

/** More Patients than are looked up and sorted, so that every kind of walk is taken; in a few milliseconds' time. */
async function many(): Promise<Database> {
  const database = temporary()
  const resources = resourceDatabase(database.sql)
  for (let at = 0; at < BROAD; at += 500)
    await resources.writePrepared(
      Array.from({ length: 500 }, (_, index) => {
        const n = at + index
        const id = `p${(n * 7919) % 100_003}`
        const [day, origin] = [`19${70 + (n % 30)}-05-05`, n % 4 === 3 ? null : `d${n % 40}`]
        return {
          ...{
            type: 'Patient',
            id,
            text: JSON.stringify({ resourceType: 'Patient', id }),
            contentHash: String(n),
            origin,
          },
          values: [
            ...['gender', gender.alternatives[0]?.system ?? '', n % 50 ? 'female' : 'male'],
            ...['birthdate', day, day],
          ],
        }
      }),
      NOW + (at % 7),
    )
  return database
}

/** Every search that the parameters can make, as far as it is walked in a way of its own. */
const searches = SORTS.flatMap((sort) =>
  (
    [
      'all',
      { origins: ['d1'] },
      { origins: ['d0', 'd2', 'd5'] },
      { origins: Array.from({ length: 30 }, (_, n) => `d${n}`) },
    ] as const
  ).flatMap((visibility) =>
    [
      { conditions: [gender] },
      { conditions: [born, gender] },
      { ids: ['p7919', 'p0', 'unknown'] },
      { ids: ['p7919', 'p0'], conditions: [gender] },
      {
        lastUpdated: [
          { from: NOW, to: NOW + 2 },
          { from: NOW + 4, to: NOW + 5 },
        ],
      },
      { lastUpdated: [{ from: NOW, to: NOW + 3 }], conditions: [born] },
    ].map((more): Search => ({ type: 'Patient', conditions: [], visibility, sort, ...more })),
  ),
)

describe('the index of searches', () => {
  it('finds the same matches by whichever way it walks', async () => {
    const database = await many()
    const index = searchIndex(database.sql)
    for (const search of searches) {
      const whole = [...index.all(search)]
      const { seqs, total } = index.found({ search, limit: 250, mostCounted: 1e6 })
      expect([JSON.stringify(search), seqs, total]).toEqual([JSON.stringify(search), whole.slice(0, 250), whole.length])
      expect([...index.all({ ...search, sort: OPPOSITE[search.sort as IndexOrder] })].reverse()).toEqual(whole)
    }
  })

  it('SRC-03 finds the same in an order by values, which are sorted out once', async () => {
    const database = await many()
    const index = searchIndex(database.sql)
    const day = (descending: boolean) => ({ params: ['birthdate'], descending })
    for (const search of searches.filter(({ sort }) => sort === '_id')) {
      const youngest: Search = { ...search, sort: { by: [day(true)], ties: '_id' } }
      const whole = [...index.all(youngest)]
      const { seqs, total } = index.found({ search: youngest, limit: 250, mostCounted: 1e6 })
      expect([seqs, total]).toEqual([whole.slice(0, 250), whole.length])
      const oldest = index.all({ ...search, sort: { by: [day(false)], ties: '-_id' } })
      expect([...oldest].reverse()).toEqual(whole)
      expect(new Set(whole)).toEqual(new Set(index.all(search)))
    }
  })

  it('finds a resource once, however many values of one element match, without removing duplicates', async () => {
    const database = await many()
    const { sql, texts } = listening(database.sql)
    const index = searchIndex(sql)
    const [female] = gender.alternatives
    const male = { value: 'male' }
    const by = (alternatives: Condition['alternatives']): Search => ({
      ...{ type: 'Patient', visibility: 'all', sort: '_id' },
      conditions: [{ param: 'gender', alternatives }],
    })
    const found = (alternatives: Condition['alternatives']) => index.all(by(alternatives)).length
    expect(found([...gender.alternatives, male])).toBe(BROAD)
    expect(found([male])).toBe(BROAD / 50)
    expect([...texts].filter((text) => text.includes('DISTINCT'))).toEqual([])
    expect(found([male, male])).toBe(BROAD / 50)
    expect(found([...gender.alternatives, { value: female?.value ?? '' }])).toBe(BROAD - BROAD / 50)
  })

  it('walks what is asked for and touches no more: no OFFSET, no scan, no sort of a whole type', async () => {
    const database = await many()
    const { sql, texts } = listening(database.sql)
    const resources = resourceDatabase(sql)
    const snapshots = snapshotStore(sql)
    await resources.write([{ type: 'Patient', id: 'q', text: '{"resourceType":"Patient","id":"q"}', parsed: {} }], NOW)
    await resources.delete('Patient', 'q', NOW)
    const index = searchIndex(sql)
    for (const search of searches) {
      const { asOfSeq } = await resources.search({ search, limit: 10, mostCounted: 100 })
      await resources.page(search, asOfSeq, 5000, 10)
      listOf(index, search, seqOf(asOfSeq) - 2)
    }
    for (const id of [undefined, 'p7919'])
      for (const visibility of ['all', { origins: ['d1'] }] as const)
        for (const more of [{}, { since: NOW }, { at: { from: NOW, to: NOW + 1 } }]) {
          const history = { kind: 'history', type: 'Patient', visibility, ...(id ? { id } : {}), ...more } as const
          await resources.history({ history, offset: 0, limit: 10 })
        }
    await snapshots.find('x', 1, 2)
    await resources.readCurrent('Patient', 'p7919')
    await resources.readVersion('Patient', 'p7919', 1)
    expect(texts.size).toBeGreaterThan(60)
    // The newest seq is one step from the end of the table, which SQLite calls a scan.
    texts.delete('SELECT seq FROM resource_version ORDER BY seq DESC LIMIT 1')
    for (const text of texts) {
      expect(text).not.toMatch(/\bOFFSET\b/i)
      if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) continue
      const plan = database.sql.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...bindings(text)) as {
        readonly detail: string
      }[]
      const steps = plan.map(({ detail }) => `${detail} <- ${text}`)
      // The beginning of an order is read by LIMIT, and what was read is passed once more.
      const rows = text.includes('LIMIT ?) r WHERE') ? 's|v|b' : 's|v|b|r'
      for (const step of steps) expect(step).not.toMatch(new RegExp(`^SCAN (${rows}|resource_\\w+|search_\\w+)\\b`))
      // A first page comes in its order, but for the one that is put together from few candidates.
      if (
        /FROM resource_version r INDEXED BY resource_current_by_(time|origin|id) WHERE .*LIMIT \?$/s.test(text) &&
        !/count/.test(text)
      )
        for (const step of steps) expect(step).not.toMatch(/TEMP B-TREE/)
    }
  })
})

const bindings = (text: string): readonly unknown[] => {
  const names = [...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1])
  return names.length > 0
    ? [Object.fromEntries(names)]
    : Array.from({ length: (text.match(/\?/g) ?? []).length }, () => 1)
}
