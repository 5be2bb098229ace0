import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { IndexOrder, Search, SortOrder } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { bundle } from '../../../../scripts/build.mjs'
import type { ResourceDatabase } from '../../storage.ts'
import type { Database } from '../file/database.ts'
import { resourceDatabase } from '../resources/resources.ts'
import { databaseThreads } from '../threads/database-threads.ts'
import { workersHere } from '../threads/search-work.ts'
import { searchIndex } from './index.ts'
import { listOf } from './result-lists.ts'
import { searches } from './searches.ts'

const NOW = Date.UTC(2026, 3, 1)
const INDEX_ORDERS: readonly IndexOrder[] = ['-_lastUpdated', '_lastUpdated', '_id', '-_id']
const SORTS: readonly SortOrder[] = [
  ...INDEX_ORDERS,
  { by: [{ params: ['family'], descending: false }], ties: '_id' },
  {
    by: [
      { params: ['active'], descending: true },
      { params: ['name', 'family', 'given'], descending: true },
    ],
    ties: '-_lastUpdated',
  },
]

function temporary(): { readonly file: string; readonly database: Database; readonly resources: ResourceDatabase } {
  const database = temporaryDatabase()
  const file = database.sql.name
  return { file, database, resources: resourceDatabase(database.sql) }
}

/** As they are in the index, they sort by their bytes, not by JavaScript's UTF-16. */
const FAMILIES = ['\u{1f600}', '\uff5e', 'zeven', 'acht', 'een']

const patient = (n: number, round: number, device: number) => {
  const id = `p${n}`
  const url = 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin'
  const extension = [{ url, valueReference: { reference: `Device/d${device}`, type: 'Device' } }]
  const name = [{ family: FAMILIES[(n + round) % FAMILIES.length], given: [FAMILIES[(n * round) % FAMILIES.length]] }]
  const named = n % 4 === 0 ? {} : { name }
  const parsed = {
    ...{ resourceType: 'Patient', id, extension, ...named },
    ...{ active: (n + round) % 3 > 0, multipleBirthInteger: round },
  }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % sides
  }
}

const active = { param: 'active', alternatives: [{ system: '', value: 'true' }] }
const SEARCHES: readonly Search[] = SORTS.flatMap((sort) =>
  [
    { visibility: 'all' } as const,
    { visibility: { origins: ['d1', 'd2'] } },
    { visibility: 'all', conditions: [active] } as const,
    { visibility: { origins: ['d0'] }, conditions: [active] },
    { visibility: 'all', lastUpdated: [{ from: NOW + 3, to: NOW + 20 }] } as const,
    { visibility: 'all', ids: ['p1', 'p2', 'p3', 'p50'] } as const,
  ].map((more) => ({ type: 'Patient', conditions: [], sort, ...more })),
)

/** Patients and other resources that come, change, move and go at random; what each search found after each round. */
async function history() {
  const { database, resources } = temporary()
  const index = searchIndex(database.sql)
  const roll = dice(7)
  const states: { readonly asOfSeq: number; readonly all: readonly (readonly number[])[] }[] = []
  for (let round = 0; round < 25; round += 1) {
    await resources.write(
      Array.from({ length: 1 + roll(12) }, () => patient(roll(120), roll(4), roll(3))),
      NOW + roll(30),
    )
    await resources.write(
      [{ type: 'Task', id: `t${round}`, text: `{"resourceType":"Task","id":"t${round}"}`, parsed: {} }],
      NOW,
    )
    for (let n = roll(4); n > 0; n -= 1) await resources.delete('Patient', `p${roll(120)}`, NOW + roll(30))
    states.push({ asOfSeq: index.currentSeq(), all: SEARCHES.map((search) => [...index.all(search)]) })
  }
  return { database, resources, index, states }
}

describe('lists of all matches', () => {
  it('LST-15 are what was found then, whether brought forwards, backwards or made anew', async () => {
    const { index, states } = await history()
    const [middle] = states.slice(12)
    for (const [at, search] of SEARCHES.entries())
      for (const { asOfSeq, all } of states) {
        const then = JSON.stringify([search, asOfSeq, all[at]])
        const base = listOf(index, search, middle?.asOfSeq)
        expect(JSON.stringify([search, asOfSeq, [...listOf(index, search, asOfSeq, base).seqs]])).toBe(then)
        expect(JSON.stringify([search, asOfSeq, [...listOf(index, search, asOfSeq).seqs]])).toBe(then)
      }
  })

  it('hold numbers of writes beyond 32 bits', async () => {
    const { database, resources } = temporary()
    database.sql.exec(`DELETE FROM sqlite_sequence WHERE name = 'resource_version';
      INSERT INTO sqlite_sequence (name, seq) VALUES ('resource_version', 4294967294)`)
    await resources.write(
      [1, 2, 3].map((n) => patient(n, 0, 0)),
      NOW,
    )
    const index = searchIndex(database.sql)
    const search: Search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' }
    const before = listOf(index, search, 4_294_967_295)
    expect([...before.seqs]).toEqual([4_294_967_295])
    expect([...listOf(index, search, undefined, before).seqs]).toEqual([4_294_967_295, 4_294_967_296, 4_294_967_297])
    expect([...listOf(index, search, 4_294_967_296, before).seqs]).toEqual([4_294_967_295, 4_294_967_296])
  })

  it('LIM-10 that are pushed out of memory are made again as they were', async () => {
    const { database, resources } = temporary()
    await resources.write(
      Array.from({ length: 1000 }, (_, n) => patient(n, 0, 0)),
      NOW,
    )
    const index = searchIndex(database.sql)
    const here = workersHere(database.sql)
    let made = 0
    const counting = {
      ...here,
      list: (work: Parameters<typeof here.list>[0]) => {
        made += 1
        return here.list(work)
      },
    }
    const roomForTwo = searches(index, counting, 12_000)
    const search: Search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' }
    const then = index.currentSeq()
    const first = await roomForTwo.from(search, then, 500, 10)
    expect(await roomForTwo.from({ ...search, sort: '-_id' }, then, 490, 10)).toEqual([...first].reverse())
    expect(made).toBe(1)
    for (let n = 0; n < 5; n += 1) {
      await resources.write([patient(n, 1, 0)], NOW + n)
      await roomForTwo.from(search, index.currentSeq(), 500, 10)
    }
    expect(made).toBe(6)
    expect(await roomForTwo.from(search, then, 500, 10)).toEqual(first)
    expect(made).toBe(7)
  })

  it('are made once for everybody who waits for them', async () => {
    const { database, resources } = temporary()
    await resources.write([patient(1, 0, 0)], NOW)
    const index = searchIndex(database.sql)
    const here = workersHere(database.sql)
    const asked: number[] = []
    const slow = {
      ...here,
      list: async (work: Parameters<typeof here.list>[0]) => {
        asked.push(work.asOfSeq)
        await new Promise((resolve) => setTimeout(resolve, 20))
        return here.list(work)
      },
    }
    const all = searches(index, slow)
    const search: Search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' }
    all.prepare(search, 1)
    all.prepare(search, 1)
    expect(await Promise.all([1, 2, 3].map(() => all.from(search, 1, 0, 5)))).toEqual([[1], [1], [1]])
    expect(asked).toEqual([1])
  })
})

describe('the threads that search', () => {
  const threadsOf = async (file: string) => {
    const outdir = path.resolve(`dist/testing/${crypto.randomUUID()}`)
    const outfile = path.join(outdir, 'database-thread.mjs')
    await bundle({ entryPoints: ['server/storage/sqlite/threads/database-thread.ts'], outfile })
    const threads = databaseThreads(pathToFileURL(outfile), file)
    onTestFinished(async () => {
      await threads.close()
      rmSync(outdir, { recursive: true, force: true })
    })
    return threads
  }

  it('find what is found here', async () => {
    const { file, database, resources } = temporary()
    await resources.write(
      Array.from({ length: 700 }, (_, n) => patient(n, 0, n % 3)),
      NOW,
    )
    const threads = await threadsOf(file)
    const here = workersHere(database.sql)
    for (const search of SEARCHES) {
      const wanted = { search, limit: 20, mostCounted: 1000 }
      expect(await threads.first(wanted)).toEqual(await here.first(wanted))
      const list = { search, asOfSeq: 500, base: undefined }
      expect((await threads.list(list)).seqs).toEqual((await here.list(list)).seqs)
    }
    const history = { kind: 'history', type: 'Patient', visibility: { origins: ['d1'] } } as const
    const versions = await threads.history({ history, asOfSeq: undefined, base: undefined })
    expect([versions.asOfSeq, versions.seqs.length]).toEqual([700, 233])
    expect(versions).toEqual(await here.history({ history, asOfSeq: 700, base: undefined }))
  })

  it('FBO-05 FBO-08 are sent what is wide and what is brief in lanes of their own, and nothing that reads few rows', async () => {
    const { database, resources } = temporary()
    await resources.write(
      Array.from({ length: 2500 }, (_, n) => patient(n, 0, n % 5 === 0 ? 1 : 0)),
      NOW,
    )
    const lanes: string[] = []
    const here = workersHere(database.sql)
    const first: typeof here.first = async (wanted, lane, asking) => {
      lanes.push(lane ?? '')
      return here.first(wanted, lane, asking)
    }
    const { first: find } = searches(searchIndex(database.sql), { ...here, first })
    const search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } satisfies Search
    const laneOf = async (more: Partial<Search>) => {
      lanes.length = 0
      await find({ search: { ...search, ...more }, limit: 20, mostCounted: 1000 })
      return lanes.join()
    }
    expect(await laneOf({})).toBe('')
    expect(await laneOf({ ids: ['p1'] })).toBe('')
    expect(await laneOf({ visibility: { origins: ['d1'] }, conditions: [active] })).toBe('brief')
    expect(await laneOf({ conditions: [active] })).toBe('brief')
    expect(await laneOf({ sort: { by: [{ params: ['family'], descending: false }], ties: '_id' } })).toBe('wide')
  })

  it('FBO-02 leave what nobody waits for any more, and take the next', async () => {
    const { file, resources } = temporary()
    await resources.write(
      Array.from({ length: 700 }, (_, n) => patient(n, 0, 0)),
      NOW,
    )
    const threads = await threadsOf(file)
    const list = {
      search: { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } satisfies Search,
      asOfSeq: 700,
      base: undefined,
    }
    const [leaving, costs] = [new AbortController(), [] as number[]]
    const asking = { client: 'a', signal: leaving.signal, spent: (ms: number) => void costs.push(ms) }
    const left = threads.list(list, 'wide', asking)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ reason: 'gone' })
    await expect(threads.list(list, 'wide', { client: 'a', budgetMs: -1 })).rejects.toMatchObject({
      reason: 'too-costly',
    })
    expect((await threads.list(list, 'wide', { client: 'a' })).seqs).toHaveLength(700)
    expect(costs).toHaveLength(1)
    await expect.poll(threads.waiting).toBe(0)
  })

  it('say what SQLite says, and go on', async () => {
    const { file, database, resources } = temporary()
    await resources.write([patient(1, 0, 0)], NOW)
    const threads = await threadsOf(file)
    const search: Search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' }
    database.sql.exec('ALTER TABLE resource_count RENAME TO elsewhere')
    await expect(threads.first({ search, limit: 1, mostCounted: 1 })).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
    database.sql.exec('ALTER TABLE elsewhere RENAME TO resource_count')
    expect(await threads.first({ search, limit: 1, mostCounted: 1 })).toMatchObject({ asOfSeq: 1 })
  })

  it('leave nobody waiting when they are ended', async () => {
    const { file } = temporary()
    const threads = await threadsOf(file)
    const search: Search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' }
    const waiting = expect(threads.list({ search, asOfSeq: 0, base: undefined })).rejects.toThrow('has ended')
    await threads.close()
    await waiting
    expect(await threads.list({ search, asOfSeq: 0, base: undefined })).toMatchObject({ asOfSeq: 0 })
  })
})
