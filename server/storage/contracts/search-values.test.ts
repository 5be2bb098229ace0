// Contract of index values, whatever the engine: those that other search parameters made are made anew, and those of the past go.
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/clock.ts'
import type { Moment, Search } from '#server/fhir/store.ts'
import { type Resources, type Stores, temporaryStores } from '../testing/stores.ts'

const NOW = Date.UTC(2026, 3, 1)
const TYPES = ['Patient', 'Task']

const patient = (id: string, family: string, more: object = {}) => {
  const parsed = { resourceType: 'Patient', id, name: [{ family }], ...more }
  return { type: 'Patient', id, text: JSON.stringify(parsed), parsed }
}

const named = async (resources: Resources, family: string) => {
  const range = { param: 'family', from: family, to: `${family}z`, endFrom: '', endTo: 'z' }
  const conditions = [{ param: 'family', alternatives: [], ranges: [range] }]
  const search = { type: 'Patient', conditions, visibility: 'all', sort: '_id' } as const
  const { matches, total } = await resources.search({ search, limit: 500, mostCounted: 500 })
  expect(total).toBe(matches.length)
  return matches.map(({ id }) => id)
}

/** Whether a search of a type, outside and inside of a transaction, says that it may miss something. */
const partly = async (resources: Resources, type: string, conditions: Search['conditions']) => {
  const wanted = { search: { type, conditions, visibility: 'all', sort: '_id' }, limit: 1, mostCounted: 0 } as const
  const from = { before: await resources.lookAhead(wanted), ms: 60_000 }
  const [out, within] = [await resources.search(wanted), await resources.transact((tx) => tx.search(wanted, from))]
  expect(out.isPartial).toBe(within?.isPartial)
  return out.isPartial
}

/** 120 Patients as a version that knew no family names, and took `nickname` for a parameter, would have left them. */
async function storedByOthers() {
  const stores = await temporaryStores()
  const { resources, sql } = stores
  await resources.noteParameters(TYPES)
  const ids = Array.from({ length: 120 }, (_, n) => `p${String(n).padStart(3, '0')}`)
  await resources.write(
    ids.map((id) => patient(id, 'Jansen')),
    NOW,
  )
  await resources.write([patient('p005', 'Visser')], NOW)
  await resources.delete('Patient', 'p006', NOW)
  await sql("DELETE FROM search_value WHERE param = 'family'")
  await sql(`INSERT INTO search_value (type, param, value, system, seq)
    SELECT type, 'nickname', 'x', '', seq FROM resource_version WHERE NOT deleted`)
  await sql("UPDATE search_table SET fingerprint = 'of others' WHERE type = 'Patient'")
  return { ...stores, ids: ids.filter((id) => id !== 'p005' && id !== 'p006') }
}

/** Another process on the same database. */
const next = async ({ another }: Pick<Stores, 'another'>) => (await another()).resources

const valuesOf = (stores: Stores, param: string) => stores.rows(`search_value WHERE param = '${param}'`)

describe('search values of resources that are stored already', () => {
  it('FBO-08 are made of a long resource among short ones', async () => {
    const stores = await temporaryStores()
    await stores.resources.noteParameters(TYPES)
    const identifier = Array.from({ length: 5000 }, (_, n) => ({ value: `n${n}` }))
    const all = [patient('a', 'Jansen'), patient('b', 'Visser', { identifier }), patient('c', 'Bakker')]
    await stores.resources.write(all, NOW)
    await stores.sql("DELETE FROM search_value WHERE param = 'family' OR value LIKE 'n%7'")
    await stores.sql("UPDATE search_value SET value = 'other' || value WHERE value LIKE 'n%8'")
    await stores.sql("UPDATE search_table SET fingerprint = 'of others' WHERE type = 'Patient'")
    const resources = await next(stores)
    await resources.noteParameters(TYPES)
    while (await resources.reindexSome());
    expect([await valuesOf(stores, 'identifier'), await valuesOf(stores, 'family')]).toEqual([5000, 3])
    expect(await stores.rows("search_value WHERE value LIKE 'other%'")).toBe(0)
  })

  it('SRC-04 a search by them says that matches may be missing until they are made', async () => {
    const resources = await next(await storedByOthers())
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
    const stores = await storedByOthers()
    const resources = await next(stores)
    expect(await named(resources, 'jansen')).toEqual([])
    expect(await resources.noteParameters(TYPES)).toEqual(['Patient'])
    while (await resources.reindexSome());
    expect(await named(resources, 'jansen')).toEqual(stores.ids)
    expect(await named(resources, 'visser')).toEqual(['p005'])
    // Versions that no search can find are left as they are: the version before p005, and p006.
    expect([await valuesOf(stores, 'nickname'), await valuesOf(stores, 'family')]).toEqual([2, 119])
  })

  it('are made anew a few at a time, by a process that goes on where another one was ended', async () => {
    const stores = await storedByOthers()
    const first = await next(stores)
    await first.noteParameters(TYPES)
    expect(await first.reindexSome()).toBe(true)
    const found = (await named(first, 'jansen')).length
    expect(found).toBeGreaterThan(40)
    expect(found).toBeLessThan(60)
    const done = await valuesOf(stores, 'family')
    await stores.sql("DELETE FROM search_value WHERE param = 'family'")
    const second = await next(stores)
    expect(await second.noteParameters(TYPES)).toEqual(['Patient'])
    while (await second.reindexSome());
    expect(await valuesOf(stores, 'family')).toBe(stores.ids.length + 1 - done)
  })

  it('are made anew by several processes at once as by one, and all of them know when it is done', async () => {
    const stores = await storedByOthers()
    const all = await Promise.all(Array.from({ length: 4 }, () => next(stores)))
    const conditions = [{ param: 'family', alternatives: [{ value: 'x' }] }]
    await Promise.all(all.map((resources) => resources.noteParameters(TYPES)))
    await Promise.all(
      all.map(async (resources) => {
        while (await resources.reindexSome());
        expect(await partly(resources, 'Patient', conditions)).toBe(false)
        expect(await named(resources, 'jansen')).toEqual(stores.ids)
      }),
    )
    expect([await valuesOf(stores, 'nickname'), await valuesOf(stores, 'family')]).toEqual([2, 119])
  })

  it('are found together with concurrent writes, and by lists that were made before', async () => {
    const stores = await storedByOthers()
    const resources = await next(stores)
    await resources.noteParameters(TYPES)
    await resources.reindexSome()
    await named(resources, 'jansen')
    await resources.write([patient('p007', 'Jansen-Smit'), patient('z', 'Jansen')], NOW)
    while (await resources.reindexSome());
    expect(await named(resources, 'jansen')).toEqual([...stores.ids, 'z'])
  })

  it('are left alone when nothing has changed, and in a new domain', async () => {
    const stores = await temporaryStores()
    expect(await stores.resources.noteParameters(TYPES)).toEqual([])
    await stores.resources.write([patient('a', 'Jansen')], NOW)
    const again = await next(stores)
    expect(await again.noteParameters(TYPES)).toEqual([])
    expect(await again.reindexSome()).toBe(false)
  })

  it('are checked once in a domain that does not record by which parameters they were made', async () => {
    const stores = await temporaryStores()
    await stores.resources.write([patient('a', 'Jansen')], NOW)
    expect(await stores.resources.noteParameters(TYPES)).toEqual(['Patient'])
    while (await stores.resources.reindexSome());
    expect(await valuesOf(stores, 'family')).toBe(1)
  })
})

const PATIENTS = 100
const female: Search = {
  type: 'Patient',
  conditions: [{ param: 'gender', alternatives: [{ value: 'female' }] }],
  visibility: 'all',
  sort: '-_lastUpdated',
}

/** Patients that were changed some times. */
async function updated(times: number) {
  const stores = await temporaryStores()
  const { resources, purgePastValues, snapshots } = stores
  const change = (round: number) =>
    resources.write(
      Array.from({ length: PATIENTS }, (_, n) =>
        patient(`p${n}`, 'Jansen', { gender: (n + round) % 2 ? 'male' : 'female', multipleBirthInteger: round }),
      ),
      NOW + round,
    )
  for (let round = 0; round < times; round += 1) await change(round)
  return {
    ...stores,
    change,
    values: () => stores.rows('search_value'),
    /** Minute by minute, until so many values are left: transactions of others may be under way for a moment. */
    purgesTo: async (count: number, from: number) => {
      let now = from
      const left = async () => {
        now += MINUTE
        await purgePastValues(now)
        return stores.rows('search_value')
      }
      await expect.poll(left, { interval: 5 }).toBe(count)
    },
    ids: async (from: { readonly resources: Resources }, at: Moment) =>
      (await from.resources.page(female, at, 0, 1000)).map(({ id, versionId }) => `${id}/${versionId}`),
    open: async (id: string, expiresAt: number) => {
      const { asOfSeq } = await resources.search({ search: female, limit: 1, mostCounted: 0 })
      const snapshot = { id, clientId: 'app', permission: '', search: female, asOfSeq, total: undefined, view: '' }
      await snapshots.create({ ...snapshot, lastUpdated: NOW, expiresAt }, 100, NOW)
      return asOfSeq
    },
  }
}

describe('index values of superseded versions', () => {
  it('FIX-03 go once nobody pages through their time any more, and what is found stays', async () => {
    const { resources, values, purgePastValues, purgesTo } = await updated(20)
    const before = await values()
    const found = async () => (await resources.search({ search: female, limit: 1000, mostCounted: 1000 })).matches
    const matches = await found()
    expect(matches).toHaveLength(PATIENTS / 2)
    await purgePastValues(NOW)
    expect(await values()).toBe(before)
    await purgesTo(before / 20, NOW + HOUR)
    expect(await found()).toEqual(matches)
  })

  it('FIX-03 LST-15 stay while pages show them in any process, for a day at most', async () => {
    const stores = await updated(3)
    const { change, values, purgePastValues, purgesTo, snapshots, open, ids } = stores
    const each = (await values()) / 3
    const at = await open('a', NOW + HOUR)
    const then = await ids(stores, at)
    expect(then).toHaveLength(PATIENTS / 2)
    for (const round of [3, 4, 5]) await change(round)
    for (let minute = 2; minute < 12; minute += 1) await purgePastValues(NOW + minute * MINUTE)
    expect(await values()).toBeGreaterThanOrEqual(4 * each)
    expect(await ids(await stores.another(), at)).toEqual(then)
    for (let time = HOUR; time < 2 * DAY; time += HOUR) await snapshots.find('a', NOW + time - 1, NOW + time + HOUR)
    expect(await snapshots.find('a', NOW + DAY + 1, NOW + 3 * DAY)).toBeUndefined()
    await purgesTo(each, NOW + DAY + 1)
  })

  it('FIX-03 stay while a Subscription is still to be told of their version', async () => {
    const { sql, values, purgePastValues, purgesTo } = await updated(3)
    const before = await values()
    await sql(`INSERT INTO resource_event (seq, "requestId") SELECT min(seq), 'r' FROM resource_version`)
    for (let minute = 2; minute < 12; minute += 1) await purgePastValues(NOW + minute * MINUTE)
    expect(await values()).toBe(before)
    await sql('DELETE FROM resource_event')
    await purgesTo(before / 3, NOW + HOUR)
  })
})

describe('what a search read', () => {
  it('FBO-12 is told with what it began with', async () => {
    const { resources } = await temporaryStores()
    await resources.write([patient('a', 'Jansen'), patient('b', 'Visser')], NOW)
    const range = { param: 'family', from: 'jansen', to: 'jansenz', endFrom: '', endTo: 'z' }
    const family = { param: 'family', alternatives: [], ranges: [range] }
    const led = async (more: Partial<Search>, sort: Search['sort'] = '-_lastUpdated') => {
      const search: Search = { type: 'Patient', conditions: [], visibility: 'all', sort, ...more }
      const { cost } = await resources.search({ search, limit: 10, mostCounted: 10 })
      expect(cost?.rows ?? 0).toBeGreaterThan(0)
      return cost?.led
    }
    expect(await led({ conditions: [family] })).toBe('family')
    expect(await led({ ids: ['a'] })).toBe('_id')
    expect(await led({ lastUpdated: [{ from: NOW, to: NOW + 1 }] })).toBe('_lastUpdated')
  })
})
