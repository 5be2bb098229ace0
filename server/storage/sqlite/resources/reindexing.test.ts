import { describe, expect, it } from 'vitest'
import type { Search } from '#server/fhir/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import type { ResourceDatabase } from '../../storage.ts'
import type { Database } from '../file/database.ts'
import { resourceDatabase } from './resources.ts'

const NOW = Date.UTC(2026, 3, 1)
const TYPES = ['Patient', 'Task']

function temporary(): { readonly database: Database; readonly resources: ResourceDatabase } {
  const database = temporaryDatabase()
  return { database, resources: resourceDatabase(database.sql) }
}

const patient = (id: string, family: string) => {
  const parsed = { resourceType: 'Patient', id, name: [{ family }] }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

const named = async (resources: ResourceDatabase, family: string) => {
  const range = { param: 'family', from: family, to: `${family}z`, endFrom: '', endTo: 'z' }
  const conditions = [{ param: 'family', alternatives: [], ranges: [range] }]
  const search = { type: 'Patient', conditions, visibility: 'all', sort: '_id' } as const
  const { matches, total } = await resources.search({ search, limit: 500, mostCounted: 500 })
  expect(total).toBe(matches.length)
  return matches.map(({ id }) => id)
}

/** Whether a search of a type, outside and inside of a transaction, says that it may miss something. */
const partly = async (resources: ResourceDatabase, type: string, conditions: Search['conditions']) => {
  const wanted = { search: { type, conditions, visibility: 'all', sort: '_id' }, limit: 1, mostCounted: 0 } as const
  const from = { before: await resources.lookAhead(wanted), ms: Number.MAX_SAFE_INTEGER }
  const [out, within] = [await resources.search(wanted), await resources.transact((tx) => tx.search(wanted, from))]
  expect(out.isPartial).toBe(within?.isPartial)
  return out.isPartial
}

/** 120 Patients as a version that knew no family names, and took `nickname` for a parameter, would have left them. */
async function storedByOthers() {
  const { database, resources } = temporary()
  await resources.noteParameters(TYPES)
  const ids = Array.from({ length: 120 }, (_, n) => `p${String(n).padStart(3, '0')}`)
  await resources.write(
    ids.map((id) => patient(id, 'Jansen')),
    NOW,
  )
  await resources.write([patient('p005', 'Visser')], NOW)
  await resources.delete('Patient', 'p006', NOW)
  database.sql.exec(`DELETE FROM search_value WHERE param = 'family';
    INSERT INTO search_value (type, param, value, system, seq)
      SELECT type, 'nickname', 'x', '', seq FROM resource_version WHERE deleted = 0;
    UPDATE search_table SET fingerprint = 'of others' WHERE type = 'Patient'`)
  return { database, ids: ids.filter((id) => id !== 'p005' && id !== 'p006') }
}

const rows = ({ sql }: Database, where: string) =>
  (sql.prepare(`SELECT count(*) AS n FROM search_value WHERE ${where}`).get() as { n: number }).n

describe('search values of resources that are stored already', () => {
  it('SRC-04 a search by them says that matches may be missing until they are made', async () => {
    const { database } = await storedByOthers()
    const resources = resourceDatabase(database.sql)
    const conditions = [{ param: 'family', alternatives: [{ value: 'x' }] }]
    await resources.noteParameters(TYPES)
    expect(await partly(resources, 'Patient', conditions)).toBe(true)
    expect(await partly(resources, 'Patient', [])).toBe(false)
    expect(await partly(resources, 'Task', conditions)).toBe(false)
    await resources.reindexSome()
    expect(await partly(resources, 'Patient', conditions)).toBe(true)
    while (await resources.reindexSome());
    expect(await partly(resources, 'Patient', conditions)).toBe(false)
  })

  it('SRC-04 are made anew when the search parameters have changed: what is missing comes, what is stale goes', async () => {
    const { database, ids } = await storedByOthers()
    const resources = resourceDatabase(database.sql)
    expect(await named(resources, 'jansen')).toEqual([])
    expect(await resources.noteParameters(TYPES)).toEqual(['Patient'])
    while (await resources.reindexSome());
    expect(await named(resources, 'jansen')).toEqual(ids)
    expect(await named(resources, 'visser')).toEqual(['p005'])
    // Versions that no search can find are left as they are: the version before p005, and p006.
    expect([rows(database, "param = 'nickname'"), rows(database, "param = 'family'")]).toEqual([2, 119])
  })

  it('are made anew a few at a time, by a process that goes on where another one was ended', async () => {
    const { database, ids } = await storedByOthers()
    const first = resourceDatabase(database.sql)
    await first.noteParameters(TYPES)
    expect(await first.reindexSome()).toBe(true)
    const found = (await named(first, 'jansen')).length
    expect(found).toBeGreaterThan(40)
    expect(found).toBeLessThan(60)
    const done = rows(database, "param = 'family'")
    database.sql.exec("DELETE FROM search_value WHERE param = 'family'")
    const second = resourceDatabase(database.sql)
    expect(await second.noteParameters(TYPES)).toEqual(['Patient'])
    while (await second.reindexSome());
    expect(rows(database, "param = 'family'")).toBe(ids.length + 1 - done)
  })

  it('FBO-08 of one long resource are made anew some at a time', async () => {
    const { database, resources } = temporary()
    const identifier = Array.from({ length: 5000 }, (_, n) => ({ value: `n${n}` }))
    const parsed = { resourceType: 'Patient', id: 'a', identifier }
    await resources.write([{ type: 'Patient', id: 'a', text: JSON.stringify(parsed), parsed }], NOW)
    const whole = rows(database, 'true')
    database.sql.exec("DELETE FROM search_value WHERE param = 'identifier'; DELETE FROM search_table")
    const again = resourceDatabase(database.sql)
    await again.noteParameters(TYPES)
    for (let before = rows(database, 'true'); await again.reindexSome(); before = rows(database, 'true'))
      expect(rows(database, 'true') - before).toBeLessThanOrEqual(2000)
    expect(rows(database, 'true')).toBe(whole)
  })

  it('are found together with concurrent writes, and by lists that were made before', async () => {
    const { database, ids } = await storedByOthers()
    const resources = resourceDatabase(database.sql)
    await resources.noteParameters(TYPES)
    await resources.reindexSome()
    await named(resources, 'jansen')
    await resources.write([patient('p007', 'Jansen-Smit'), patient('z', 'Jansen')], NOW)
    while (await resources.reindexSome());
    expect(await named(resources, 'jansen')).toEqual([...ids, 'z'])
  })

  it('are left alone when nothing has changed, and in a new domain', async () => {
    const { database, resources } = temporary()
    expect(await resources.noteParameters(TYPES)).toEqual([])
    await resources.write([patient('a', 'Jansen')], NOW)
    const again = resourceDatabase(database.sql)
    expect(await again.noteParameters(TYPES)).toEqual([])
    expect(await again.reindexSome()).toBe(false)
  })

  it('are checked once in a domain that does not record by which parameters they were made', async () => {
    const { database, resources } = temporary()
    await resources.write([patient('a', 'Jansen')], NOW)
    expect(await resources.noteParameters(TYPES)).toEqual(['Patient'])
    expect(await resources.reindexSome()).toBe(true)
    expect(await resources.reindexSome()).toBe(false)
    expect(rows(database, "param = 'family'")).toBe(1)
  })
})
