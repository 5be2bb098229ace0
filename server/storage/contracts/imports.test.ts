// Contract of imports, whatever the engine: they may be interrupted anywhere and run again (docs/decisions/0010-import.md).
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { PreparedResource } from '#server/fhir/store.ts'
import { rounds } from '#server/testing/rounds.ts'
import { type ContractStorage, contractStorage } from '../testing/contract.ts'
import { IS_POSTGRES } from '../testing/engine.ts'

const NOW = Date.UTC(2026, 3, 1)
const LOGIN = 'urn:login'

const patient = (id: string, more: object): PreparedResource => {
  const parsed = { resourceType: 'Patient', id, ...more }
  return prepareResource({ type: 'Patient', id, text: JSON.stringify(parsed), parsed })
}

/** One letter is one content; its case is the resource it belongs to. */
const prepared = (letter: string): PreparedResource =>
  patient(letter === letter.toLowerCase() ? 'small' : 'large', { name: [{ text: letter }] })

/** The versions of both resources, as letters. */
async function storedIn({ sql }: ContractStorage): Promise<string> {
  const rows = await sql<{ readonly body: string | null }>(
    'SELECT body FROM resource_version LEFT JOIN resource_body USING (seq) ORDER BY id, "versionId"',
  )
  return rows.map(({ body }) => (body === null ? '-' : String(JSON.parse(body).name[0].text))).join('')
}

const empty = async ({ sql }: ContractStorage) => {
  for (const table of ['resource_body', 'resource_version', 'search_value', 'resource_count'])
    await sql(`DELETE FROM ${table}`)
}

/** A run takes much longer on PostgreSQL. */
const RUNS = rounds(IS_POSTGRES ? 8 : 40, 150)

type Totals = { created: number; updated: number; unchanged: number }

/** Imports the letters in groups; where `killedAfter` groups are given, the rest is never seen. */
async function imported(
  { imports }: ContractStorage,
  letters: string,
  { group = 1, killedAfter = Number.POSITIVE_INFINITY, dryRun = false } = {},
): Promise<Totals> {
  const session = imports.begin({ dryRun })
  const total: Totals = { created: 0, updated: 0, unchanged: 0 }
  const add = (counts: Readonly<Totals>) => {
    for (const outcome of ['created', 'updated', 'unchanged'] as const) total[outcome] += counts[outcome]
  }
  for (let at = 0, groups = 0; at < letters.length; at += group, groups += 1) {
    if (groups >= killedAfter) return total
    add(await session.write([...letters.slice(at, at + group)].map(prepared), NOW))
  }
  if (killedAfter === Number.POSITIVE_INFINITY) add(await session.finish(NOW))
  return total
}

describe('an import', () => {
  it.each([
    ['', 'aba', 'aba'],
    ['', 'ababc', 'ababc'],
    ['', 'aabb', 'ab'],
    ['a', 'aba', 'aba'],
    ['ab', 'aba', 'aba'],
    ['aba', 'aba', 'aba'],
    ['aba', 'abc', 'ababc'],
    ['xa', 'axa', 'xaxa'],
    ['aba', 'b', 'abab'],
    ['aba', 'a', 'aba'],
    ['abc', 'ab', 'abcab'],
  ])('onto the versions %j of %j leaves %j', async (before, file, after) => {
    const storage = await contractStorage()
    await imported(storage, before)
    await imported(storage, file)
    expect(await storedIn(storage)).toBe(after)
  })

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'B'), maxLength: 8 })

  it('leaves the same versions when it is run again, wherever it was interrupted before', async () => {
    const storage = await contractStorage()
    await fc.assert(
      fc.asyncProperty(
        letters,
        letters,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 8 }),
        async (before, file, group, killedAfter) => {
          await empty(storage)
          await imported(storage, before, { group: 3 })
          await imported(storage, file, { group: 2 })
          const whole = await storedIn(storage)
          const again = await imported(storage, file, { group })
          expect([await storedIn(storage), again.created + again.updated]).toEqual([whole, 0])
          await empty(storage)
          await imported(storage, before, { group: 3 })
          await imported(storage, file, { group, killedAfter })
          await imported(storage, file, { killedAfter })
          await imported(storage, file, { group })
          expect(await storedIn(storage)).toBe(whole)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('counts every resource once, and a dry one the same without a trace', async () => {
    const storage = await contractStorage()
    await fc.assert(
      fc.asyncProperty(letters, letters, async (before, file) => {
        await empty(storage)
        await imported(storage, before, { group: 3 })
        const versions = await storedIn(storage)
        const dry = await imported(storage, file, { group: 3, dryRun: true })
        expect(await storedIn(storage)).toBe(versions)
        const wet = await imported(storage, file, { group: 2 })
        expect(dry).toEqual(wet)
        expect(wet.created + wet.updated + wet.unchanged).toBe(file.length)
        expect((await storedIn(storage)).length).toBe(versions.length + wet.created + wet.updated)
      }),
      { numRuns: RUNS },
    )
  })

  it('of a deleted resource makes a version again', async () => {
    const storage = await contractStorage()
    await imported(storage, 'ab')
    await storage.resources.delete('Patient', 'small', NOW)
    await imported(storage, 'ab')
    expect(await storedIn(storage)).toBe('ab-ab')
    await imported(storage, 'ab')
    expect(await storedIn(storage)).toBe('ab-ab')
  })

  it('is found by searches, and counted', async () => {
    const storage = await contractStorage()
    const session = storage.imports.begin({ dryRun: false })
    const many = Array.from({ length: 700 }, (_, n) => patient(`p${n}`, { active: n % 2 === 0 }))
    expect(await session.write(many, NOW)).toEqual({ created: 700, updated: 0, unchanged: 0 })
    const conditions = [{ param: 'active', alternatives: [{ value: 'true' }] }]
    const search = { type: 'Patient', conditions, visibility: 'all', sort: '_id' } as const
    expect(await storage.resources.search({ search, limit: 1, mostCounted: 1000 })).toMatchObject({ total: 350 })
    const all = await storage.resources.search({ search: { ...search, conditions: [] }, limit: 1, mostCounted: 1000 })
    expect(all.total).toBe(700)
    expect(await storage.imports.begin({ dryRun: false }).write(many, NOW)).toMatchObject({ unchanged: 700 })
  })

  it.each([false, true])('names the people who lose their user name by it (dry: %s)', async (dryRun) => {
    const storage = await contractStorage()
    const known = { identifier: [{ system: LOGIN, value: 'anna' }] }
    await storage.resources.writePrepared([patient('a', known), patient('b', known)], NOW)
    const session = storage.imports.begin({ dryRun, loginSystem: LOGIN })
    await session.write([patient('a', {}), patient('b', {}), patient('c', {})], NOW)
    expect(session.lostLogins().map(({ resource }) => resource)).toEqual(['Patient/a', 'Patient/b'])
    await session.write([patient('b', { ...known, active: true })], NOW)
    await session.finish(NOW)
    expect(session.lostLogins()).toEqual([{ resource: 'Patient/a', system: LOGIN, value: 'anna' }])
  })

  it('lets writes of other processes in between, and goes on from them', async () => {
    const storage = await contractStorage()
    const other = await storage.another()
    const session = storage.imports.begin({ dryRun: false })
    const versions = (n: number) => patient('shared', { name: [{ text: `import ${n}` }] })
    const theirs = (n: number) => patient('shared', { name: [{ text: `other ${n}` }] })
    await Promise.all([
      (async () => {
        for (let n = 0; n < 10; n += 1) await session.write([versions(n)], NOW)
      })(),
      (async () => {
        for (let n = 0; n < 10; n += 1) await other.resources.writePrepared([theirs(n)], NOW)
      })(),
    ])
    expect(await storage.resources.readCurrent('Patient', 'shared')).toMatchObject({ versionId: 20 })
  })
})
