// A search within a transaction that goes on from what was found before finds what one from scratch would find.
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { Condition, FoundAhead, Search, SearchWanted, SortOrder } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { connect } from '../file/connection.ts'
import { resourceDatabase } from '../resources/resources.ts'
import { searchIndex } from './index.ts'
import { foundSince } from './later-writes.ts'
import { recentChanges } from './recent-changes.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const MANY = 700

/** Equal seeds give equal numbers (Numerical Recipes). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const idOf = (n: number) => `p${String(n).padStart(4, '0')}`

function patient(n: number, gender: string, family: string) {
  const id = idOf(n)
  const parsed = { resourceType: 'Patient', id, active: true, gender, name: [{ family }] }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

const is = (param: string, value: string): Condition => ({ param, alternatives: [{ value }] })
const BY_FAMILY: SortOrder = { by: [{ params: ['family'], descending: true }], ties: '_id' }

const searchBy = (sort: SortOrder, ...conditions: readonly Condition[]): Search => ({
  ...{ type: 'Patient', visibility: 'all', sort, conditions },
})

async function stored() {
  const { sql } = temporaryDatabase()
  const resources = resourceDatabase(sql)
  const next = numbers(7)
  const some = () => patient(next(MANY), ['male', 'female'][next(2)] ?? '', ['abel', 'bos', 'cor'][next(3)] ?? '')
  let now = NOW
  const write = async (count: number) => {
    now += 1000
    await resources.write(Array.from({ length: count }, some), now)
  }
  await resources.write(
    Array.from({ length: MANY }, (_, n) => patient(n, n % 2 === 0 ? 'male' : 'female', 'abel')),
    now,
  )
  const index = searchIndex(sql)
  return {
    sql,
    resources,
    index,
    both: { index, recent: recentChanges(sql) },
    write,
    remove: () => resources.delete('Patient', idOf(next(MANY)), now),
  }
}

const SEARCHES: readonly (readonly [string, Search])[] = [
  ['a condition, the newest first', searchBy('-_lastUpdated', is('gender', 'male'))],
  ['a condition, the oldest first', searchBy('_lastUpdated', is('gender', 'male'))],
  ['two conditions, by id', searchBy('_id', is('gender', 'male'), is('active', 'true'))],
  ['a condition, in the other order of ids', searchBy('-_id', is('gender', 'female'))],
  ['a condition, by a value', searchBy(BY_FAMILY, is('gender', 'female'))],
  ['what nothing meets', searchBy('_id', is('gender', 'other'))],
]

describe('a search that goes on from what was found before', () => {
  it.each(SEARCHES)('FBO-09 TXN-17 by %s finds what one from scratch finds, after each write', async (_, search) => {
    const { resources, index, both, write, remove } = await stored()
    const wanted: SearchWanted = { search, limit: 5, mostCounted: 10_000 }
    let told = 0
    for (let round = 0; round < 12; round += 1) {
      const before = await resources.lookAhead({ ...wanted, limit: 20 })
      await write(1 + (round % 6))
      if (round % 2 === 0) await remove()
      const since = foundSince(both, wanted, before)
      if (!since) continue
      told += 1
      const { total, seqs } = index.found(wanted)
      expect({ seqs: since.seqs, total: since.total }).toEqual({ seqs: [...seqs], total })
    }
    expect(told).toBeGreaterThan(6)
  })

  it('gives no answer when too few matches are left, or too much was written', async () => {
    const { resources, index, both, write } = await stored()
    const wanted: SearchWanted = { search: searchBy('_id', is('gender', 'male')), limit: 2, mostCounted: 0 }
    const before = await resources.lookAhead(wanted)
    expect([before.isWhole, before.seqs.length]).toEqual([false, 2])
    await resources.delete('Patient', idOf(0), NOW)
    expect(foundSince(both, wanted, before)).toBeUndefined()
    const again = await resources.lookAhead({ ...wanted, limit: 10 })
    await resources.delete('Patient', idOf(2), NOW)
    expect(foundSince(both, wanted, again)?.seqs).toEqual([...index.found(wanted).seqs])
    for (let round = 0; round < 5; round += 1) await write(500)
    expect(foundSince(both, wanted, again)).toBeUndefined()
  })

  it('is asked for in a transaction only if it is neither narrow nor found before', async () => {
    const { resources } = await stored()
    const wide: SearchWanted = { search: searchBy('_id', is('gender', 'male')), limit: 2, mostCounted: 0 }
    const narrow: SearchWanted = { ...wide, search: { ...wide.search, ids: [idOf(4)] } }
    const within = (wanted: SearchWanted, before?: FoundAhead) =>
      resources.transact((tx) => tx.search(wanted, { before, ms: 10_000 })?.matches.map(({ id }) => id))
    expect(await within(narrow)).toEqual([idOf(4)])
    expect(await within(wide)).toBeUndefined()
    expect(await within(wide, await resources.lookAhead(wide))).toEqual([idOf(0), idOf(2)])
  })

  it('FBO-08 FBO-09 looks up no condition again, and reads once what the transaction has written', async () => {
    const { sql } = await stored()
    const statements: string[] = []
    const watched = connect(sql.name, { verbose: (text) => void statements.push(String(text)) })
    onTestFinished(() => void watched.close())
    const resources = resourceDatabase(watched)
    const wanted = Array.from({ length: 200 }, (_, n): SearchWanted => {
      const search = searchBy('-_lastUpdated', is('family', `new-${n}`), is('gender', 'male'), is('active', 'true'))
      return { search, limit: 2, mostCounted: 0 }
    })
    const before = await Promise.all(wanted.map((one) => resources.lookAhead(one)))
    const found = await resources.transact((tx) => {
      statements.length = 0
      return wanted.map((one, n) => {
        const written = tx.add(prepareResource(patient(MANY + n, 'male', `new-${n}`)), NOW)
        const seen = tx.finds(one.search, written)
        return [seen, tx.search(one, { before: before[n], ms: 10_000 })?.matches.map(({ id }) => id)]
      })
    })
    expect(found).toEqual(wanted.map((_, n) => [true, [idOf(MANY + n)]]))
    const read = (what: string) => statements.filter((text) => text.startsWith('SELECT') && text.includes(what)).length
    expect(read('CROSS JOIN search_value')).toBe(0)
    expect(read('FROM search_value WHERE seq')).toBe(2 * wanted.length)
  })
})
