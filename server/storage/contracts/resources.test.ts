// Contract of the storage of resources, whatever the engine.
import { describe, expect, it } from 'vitest'
import type { IndexOrder, Moment, Search } from '#server/fhir/store.ts'
import { type Resources, temporaryStores } from '../testing/stores.ts'

const NOW = Date.UTC(2026, 3, 1)

const write = (type: string, id: string, more: object = {}) => {
  const parsed = { resourceType: type, id, ...more }
  return { type, id, text: JSON.stringify(parsed), parsed }
}

const origin = (device: string) => ({
  extension: [
    {
      url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
      valueReference: { reference: `Device/${device}`, type: 'Device' },
    },
  ],
})

const search = (more: Partial<Search> = {}): Search => ({
  type: 'Patient',
  conditions: [],
  visibility: 'all',
  sort: '-_lastUpdated',
  ...more,
})

const then = (resources: Resources, asked: Search, limit = 1) =>
  resources.search({ search: asked, limit, mostCounted: Number.MAX_SAFE_INTEGER })

/** The ids of a search as of the first call, `size` at a time. */
async function walk(resources: Resources, asked: Search, size: number, asOf?: Moment): Promise<readonly string[]> {
  const first = await then(resources, asked, size)
  const ids = asOf === undefined ? first.matches.map(({ id }) => id) : []
  for (;;) {
    const page = await resources.page(asked, asOf ?? first.asOfSeq, ids.length, size)
    if (page.length === 0) return ids
    ids.push(...page.map(({ id }) => id))
  }
}

const total = async (resources: Resources, asked: Search) => (await then(resources, asked)).total

describe('versions of a resource', () => {
  it('are numbered, immutable, and say so in their text', async () => {
    const { resources } = await temporaryStores()
    expect(await resources.write([write('Patient', 'p', { gender: 'male' })], NOW)).toEqual(['created'])
    expect(await resources.write([write('Patient', 'p', { gender: 'female' })], NOW + 1000)).toEqual(['updated'])
    expect(await resources.readCurrent('Patient', 'p')).toMatchObject({
      versionId: 2,
      lastUpdated: NOW + 1000,
      deleted: false,
      body: '{"resourceType":"Patient","id":"p","meta":{"versionId":"2","lastUpdated":"2026-04-01T00:00:01.000+00:00"},"gender":"female"}',
    })
    expect((await resources.readVersion('Patient', 'p', 1))?.body).toContain('"versionId":"1"')
    expect(await resources.readVersion('Patient', 'p', 3)).toBeUndefined()
    expect(await resources.readVersion('Task', 'p', 1)).toBeUndefined()
  })

  it('are not made by an equal import, whatever its whitespace and meta version', async () => {
    const { resources } = await temporaryStores()
    const text = '{"resourceType":"Patient","id":"p","multipleBirthInteger":1.00}'
    const parsed = JSON.parse(text) as Record<string, unknown>
    const write = (text: string) => resources.write([{ type: 'Patient', id: 'p', text, parsed }], NOW)
    expect(await write(text)).toEqual(['created'])
    expect(await write(` ${text.replace(/,/g, ' ,\n ')}`)).toEqual(['unchanged'])
    expect(await write((await resources.readCurrent('Patient', 'p'))?.body ?? '')).toEqual(['unchanged'])
    expect(await write(text.replace('1.00', '1.0'))).toEqual(['updated'])
  })

  it('that are imported as a sequence which is stored already make no new ones', async () => {
    const { resources } = await temporaryStores()
    const run = ['a', 'b', 'b', 'c'].map((gender) => write('Patient', 'p', { gender }))
    expect(await resources.write(run, NOW)).toEqual(['created', 'updated', 'unchanged', 'updated'])
    expect(await resources.write(run, NOW)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
    expect(await resources.write(run.slice(0, 1), NOW)).toEqual(['updated'])
    expect((await resources.readCurrent('Patient', 'p'))?.versionId).toBe(4)
  })

  it('go on after a deletion, which is a version without a body', async () => {
    const { resources } = await temporaryStores()
    await resources.write([write('Patient', 'p', origin('d'))], NOW)
    expect(await resources.delete('Patient', 'p', NOW)).toBe(true)
    expect(await resources.delete('Patient', 'p', NOW)).toBe(false)
    expect(await resources.delete('Patient', 'unknown', NOW)).toBe(false)
    expect(await resources.readCurrent('Patient', 'p')).toMatchObject({
      versionId: 2,
      deleted: true,
      origin: 'd',
      body: undefined,
    })
    expect(await resources.write([write('Patient', 'p', origin('d'))], NOW)).toEqual(['created'])
    expect((await resources.readCurrent('Patient', 'p'))?.versionId).toBe(3)
  })

  it('never have an older time than the one before, even when the clock was set back', async () => {
    const { resources } = await temporaryStores()
    await resources.write([write('Patient', 'p')], NOW)
    await resources.write([write('Patient', 'p', { active: true })], NOW - 60_000)
    expect((await resources.readCurrent('Patient', 'p'))?.lastUpdated).toBe(NOW)
  })

  it('have ids that are no names of the language', async () => {
    const { resources } = await temporaryStores()
    await resources.write([write('Patient', 'constructor')], NOW)
    expect((await resources.readCurrent('Patient', 'constructor'))?.versionId).toBe(1)
    expect(await resources.readCurrent('Patient', 'toString')).toBeUndefined()
  })

  it('are written by two connections without a gap or a double', async () => {
    const { resources, another } = await temporaryStores()
    const { resources: second } = await another()
    for (let n = 0; n < 50; n += 1)
      await (n % 2 ? resources : second).write(
        [write('Patient', 'p', { multipleBirthInteger: n }), write('Patient', `p${n}`)],
        NOW,
      )
    expect((await resources.readCurrent('Patient', 'p'))?.versionId).toBe(50)
    expect(await total(resources, search())).toBe(51)
  })
})

describe('lists of resources', () => {
  const SORTS: readonly IndexOrder[] = ['-_lastUpdated', '_lastUpdated', '_id', '-_id']

  /** 300 patients in 7 different milliseconds, from three origins and from none. */
  async function many() {
    const store = await temporaryStores()
    const patient = (n: number) =>
      write('Patient', `p${(n * 7919) % 1000}`, {
        ...(n % 4 === 3 ? {} : origin(`d${n % 4}`)),
        identifier: [{ system: 'urn:s', value: n % 3 === 0 ? 'third' : `v${n}` }],
      })
    const all = Array.from({ length: 300 }, (_, n) => n)
    for (let time = 0; time < 7; time += 1)
      await store.resources.write(all.filter((n) => n % 7 === time).map(patient), NOW + time)
    return store
  }

  it.each(SORTS)(
    'LST-07 LST-14 sorted by %s give every match once, in one order, whatever the page size',
    async (sort) => {
      const { resources } = await many()
      for (const visibility of ['all', { origins: ['d1'] }, { origins: ['d0', 'd2'] }] as const) {
        const asked = search({ sort, visibility })
        const whole = await walk(resources, asked, 1000)
        expect(new Set(whole).size).toBe(whole.length)
        expect(whole.length).toBe(visibility === 'all' ? 300 : visibility.origins.length * 75)
        expect(await total(resources, asked)).toBe(whole.length)
        expect(await walk(resources, asked, 7)).toEqual(whole)
        if (sort === '_id') expect(whole).toEqual([...whole].sort())
      }
    },
  )

  it('newest first break ties by id, upwards; oldest first is the exact reverse', async () => {
    const { resources } = await many()
    const { matches } = await then(resources, search(), 1000)
    const expected = [...matches].sort((a, b) => b.lastUpdated - a.lastUpdated || (a.id < b.id ? -1 : 1))
    expect(matches).toEqual(expected)
    const reverse = matches.map(({ id }) => id).reverse()
    expect(await walk(resources, search({ sort: '_lastUpdated' }), 11)).toEqual(reverse)
  })

  it.each(SORTS)('LST-20 sorted by %s can be read from any offset', async (sort) => {
    const { resources } = await many()
    for (const asked of [
      search({ sort }),
      search({ sort, visibility: { origins: ['d1'] } }),
      search({ sort, visibility: { origins: ['d0', 'd1'] } }),
      search({ sort, conditions: [{ param: 'identifier', alternatives: [{ value: 'third' }] }] }),
      search({
        sort,
        lastUpdated: [
          { from: NOW + 1, to: NOW + 3 },
          { from: NOW + 5, to: NOW + 6 },
        ],
      }),
    ]) {
      const { asOfSeq, matches } = await then(resources, asked, 1000)
      const whole = matches.map(({ id }) => id)
      expect(whole.length).toBeGreaterThan(50)
      for (const at of [0, 1, 2, 40, whole.length - 1, whole.length, 1e15]) {
        const page = await resources.page(asked, asOfSeq, at, 3)
        expect(page.map(({ id }) => id)).toEqual(whole.slice(at, at + 3))
      }
    }
  })

  it('are narrowed by conditions, ids and times, all of which must hold', async () => {
    const { resources } = await many()
    const third = { param: 'identifier', alternatives: [{ system: 'urn:s', value: 'third' }] }
    const wrong = { param: 'identifier', alternatives: [{ system: '', value: 'third' }] }
    const found = (more: Partial<Search>) => walk(resources, search(more), 9)
    const ids = await found({})
    expect((await found({ conditions: [third] })).length).toBe(100)
    expect(await found({ conditions: [wrong] })).toEqual([])
    expect(await found({ conditions: [third, { ...third, alternatives: [] }] })).toEqual([])
    expect((await found({ conditions: [third], visibility: { origins: ['d0'] } })).length).toBe(25)
    expect(await found({ ids: ['unknown', ids[3] ?? '', ids[0] ?? '', ids[3] ?? ''] })).toEqual([ids[0], ids[3]])
    expect(await found({ ids: [] })).toEqual([])
    expect(await found({ visibility: { origins: [] } })).toEqual([])
    expect((await found({ lastUpdated: [{ from: NOW + 6, to: NOW + 7 }] })).length).toBe(42)
    expect(await total(resources, search({ lastUpdated: [] }))).toBe(0)
    expect(await total(resources, search({ conditions: [third] }))).toBe(100)
  })

  it('LST-15 stay as they were at a seq, and mark what has been deleted or may not be seen any more', async () => {
    const { resources } = await temporaryStores()
    const own = search({ visibility: { origins: ['d'] } })
    await resources.write(
      ['a', 'b', 'c', 'd'].map((id) => write('Patient', id, origin('d'))),
      NOW,
    )
    const { asOfSeq, total: before } = await then(resources, own)
    await resources.write(
      [write('Patient', 'a', { ...origin('d'), active: true }), write('Patient', 'b', origin('e'))],
      NOW + 1,
    )
    await resources.delete('Patient', 'c', NOW + 2)
    await resources.write([write('Patient', 'z', origin('d'))], NOW + 3)
    const page = await resources.page(own, asOfSeq, 0, 10)
    expect(page.map(({ id, versionId, withheld }) => [id, versionId, withheld])).toEqual([
      ['a', 1, false],
      ['b', 1, true],
      ['c', 1, true],
      ['d', 1, false],
    ])
    expect(before).toBe(4)
    expect(await walk(resources, own, 10)).toEqual(['z', 'a', 'd'])
    expect(await total(resources, own)).toBe(3)
    expect(await total(resources, search())).toBe(4)
  })

  it('keep totals right through changes of origin, deletions and returns', async () => {
    const { resources } = await temporaryStores()
    const totals = (...all: Search['visibility'][]) =>
      Promise.all(all.map((visibility) => total(resources, search({ visibility }))))
    await resources.write([write('Patient', 'a', origin('d')), write('Patient', 'b')], NOW)
    expect(await totals('all', { origins: ['d'] }, { origins: ['e'] })).toEqual([2, 1, 0])
    await resources.write([write('Patient', 'a', origin('e'))], NOW)
    expect(await totals('all', { origins: ['d'] }, { origins: ['e'] })).toEqual([2, 0, 1])
    await resources.delete('Patient', 'a', NOW)
    expect(await totals('all', { origins: ['d', 'e'] })).toEqual([1, 0])
    await resources.write([write('Patient', 'a', origin('e'))], NOW)
    expect(await totals('all', { origins: ['d', 'e'] })).toEqual([2, 1])
  })
})
