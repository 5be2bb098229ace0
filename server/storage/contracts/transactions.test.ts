// Contract of transactions of writes, whatever the engine: what one reads does not change before it is committed.
import { describe, expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { History, Search, WrittenBy } from '#server/fhir/store.ts'
import { type ContractTransaction, type Stores, temporaryStores } from '../testing/stores.ts'

const NOW = Date.UTC(2026, 3, 1)
const BY: WrittenBy = { requestId: 'r', correlationId: undefined, traceId: 't', clientId: 'c' }

const prepared = (type: string, id: string, more: object = {}) => {
  const parsed = { resourceType: type, id, ...more }
  return prepareResource({ type, id, text: JSON.stringify(parsed), parsed })
}

const identified = (value: string): Search => ({
  ...{ type: 'Patient', visibility: 'all', sort: '_id' },
  conditions: [{ param: 'identifier', alternatives: [{ value }] }],
})

const found = (tx: ContractTransaction, search: Search) =>
  tx.search({ search, limit: 10, mostCounted: 0 }, { before: undefined, ms: 60_000 })?.matches.map(({ id }) => id)

/** The same database in two processes, by turns. */
async function two(): Promise<Stores & { readonly either: (n: number) => Stores['resources'] }> {
  const first = await temporaryStores()
  const second = await first.another()
  return { ...first, either: (n) => (n % 2 ? second.resources : first.resources) }
}

const EIGHT = Array.from({ length: 8 }, (_, n) => n)

describe('a transaction of writes', () => {
  it('reads what it has written', async () => {
    const { resources } = await temporaryStores()
    const identifier = [{ value: 'x' }]
    await resources.transact((tx) => {
      expect(tx.current('Patient', 'a')).toBeUndefined()
      expect(found(tx, identified('x'))).toEqual([])
      expect(tx.write(prepared('Patient', 'a', { identifier }), NOW)).toMatchObject({ versionId: 1, deleted: false })
      tx.add(prepared('Patient', 'b', { identifier }), NOW)
      expect(found(tx, identified('x'))).toEqual(['a', 'b'])
      expect(tx.finds(identified('x'), { type: 'Patient', id: 'b' })).toBe(true)
      expect(tx.finds(identified('y'), { type: 'Patient', id: 'b' })).toBe(false)
      expect(tx.write(prepared('Patient', 'a', { active: true }), NOW - 1)).toMatchObject({
        versionId: 2,
        lastUpdated: NOW,
      })
      expect(tx.bury('Patient', 'b', NOW)).toMatchObject({ versionId: 2, deleted: true, body: undefined })
      expect(found(tx, identified('x'))).toEqual([])
      expect(tx.version('Patient', 'a', 1)?.body).toContain('"value":"x"')
      expect(tx.current('Patient', 'b')?.deleted).toBe(true)
    })
    expect((await resources.readCurrent('Patient', 'a'))?.body).toContain('"active":true')
    const { total } = await resources.search({
      search: { ...identified('x'), conditions: [] },
      limit: 1,
      mostCounted: 10,
    })
    expect(total).toBe(1)
  })

  it('TXN-17 finds as of a moment that has what it wrote, and no more than others have committed by then', async () => {
    const { resources } = await temporaryStores()
    const identifier = [{ value: 'x' }]
    const all = { search: identified('x'), limit: 1, mostCounted: 10 }
    await resources.write(
      [{ type: 'Patient', id: 'a', parsed: { identifier }, text: '{"identifier":[{"value":"x"}]}' }],
      NOW,
    )
    const moment = await resources.transact((tx) => {
      tx.add(prepared('Patient', 'b', { identifier }), NOW)
      tx.add(prepared('Patient', 'c', { identifier }), NOW)
      return tx.search(all, { before: undefined, ms: 60_000 })?.asOfSeq
    })
    await resources.transact((tx) => tx.add(prepared('Patient', 'd', { identifier }), NOW))
    if (moment === undefined) throw new Error('The search gave no moment.')
    const page = await resources.page(identified('x'), moment, 1, 10)
    expect(page.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('finds a version by values that it was given one after the other', async () => {
    const { resources } = await temporaryStores()
    const patient = prepared('Patient', 'a', { identifier: [{ value: 'x' }, { value: 'y' }] })
    const [first, more] = [patient.values.slice(0, 3), patient.values.slice(3)]
    await resources.transactInSteps(function* (tx) {
      const version = tx.add({ ...patient, values: first }, NOW, BY)
      yield
      tx.index(version, more)
      expect(['x', 'y'].map((value) => tx.finds(identified(value), version))).toEqual([true, true])
    })
    for (const value of ['x', 'y'])
      expect(await resources.search({ search: identified(value), limit: 1, mostCounted: 10 })).toMatchObject({
        total: 1,
      })
  })

  it('keeps texts with characters that no text of FHIR has, and looks for them without an error', async () => {
    const { resources } = await temporaryStores()
    const value = 'a\u0000\ud800\uffff'
    await resources.transact((tx) => tx.add(prepared('Patient', 'a', { identifier: [{ value }] }), NOW))
    const { total } = await resources.search({ search: identified(value), limit: 1, mostCounted: 10 })
    expect(total).toBeLessThanOrEqual(1)
    const body = (await resources.readCurrent('Patient', 'a'))?.body
    expect(JSON.parse(body ?? '').identifier).toEqual([{ value }])
    const history: History = { kind: 'history', type: 'Patient', visibility: 'all' }
    expect((await resources.history({ history, offset: 0, limit: 1 })).versions[0]?.body).toBe(body)
  })

  it('leaves nothing of what it wrote when its work throws', async () => {
    const { resources, rows } = await temporaryStores()
    const failing = resources.transact((tx) => {
      tx.add(prepared('Patient', 'a'), NOW, BY)
      if (tx.current('Patient', 'unknown') === undefined) throw new Error('no such patient')
    })
    await expect(failing).rejects.toThrow('no such patient')
    expect(await resources.readCurrent('Patient', 'a')).toBeUndefined()
    expect([await rows('search_value'), await rows('resource_event'), await rows('resource_count')]).toEqual([0, 0, 0])
  })

  it('tells the subscriptions of what a client wrote, and of nothing else', async () => {
    const { resources, rows } = await temporaryStores()
    await resources.transactInSteps(function* (tx) {
      tx.add(prepared('Patient', 'a'), NOW, BY)
      yield
      tx.add(prepared('Patient', 'b'), NOW)
      yield
      tx.write(prepared('Patient', 'a', { active: true }), NOW, BY)
    })
    expect(await rows('resource_event')).toBe(2)
    expect((await resources.readCurrent('Patient', 'a'))?.versionId).toBe(2)
  })

  it('counts the subscriptions of a client that are not off, beside one', async () => {
    const { resources } = await temporaryStores()
    const url = 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin'
    const extension = [{ url, valueReference: { reference: 'Device/d', type: 'Device' } }]
    const counts = await resources.transact((tx) => {
      for (const [id, status] of [
        ['a', 'active'],
        ['b', 'off'],
        ['c', 'requested'],
      ] as const)
        tx.add(prepared('Subscription', id, { status, extension }), NOW)
      return [tx.subscriptionsOn('d', 'a'), tx.subscriptionsOn('d', 'b'), tx.subscriptionsOn('e', 'a')]
    })
    expect(counts).toEqual([1, 2, 0])
  })

  it('creates one resource of eight that create it only if a search finds none', async () => {
    const { resources, either } = await two()
    const identifier = [{ value: 'once' }]
    const created = await Promise.all(
      EIGHT.map((n) =>
        either(n).transact((tx) => {
          if (found(tx, identified('once'))?.length !== 0) return false
          tx.add(prepared('Patient', `p${n}`, { identifier }), NOW)
          return true
        }),
      ),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    const { total } = await resources.search({ search: identified('once'), limit: 1, mostCounted: 10 })
    expect(total).toBe(1)
  })

  it('makes eight versions of eight writers at once, none of which replaces a version that its writer did not see', async () => {
    const { resources, either } = await two()
    await resources.write([{ type: 'Patient', id: 'p', text: '{"resourceType":"Patient","id":"p"}', parsed: {} }], NOW)
    const versions = await Promise.all(
      EIGHT.map((n) =>
        either(n).transact((tx) => {
          const seen = tx.current('Patient', 'p')?.versionId ?? 0
          const { versionId } = tx.write(prepared('Patient', 'p', { multipleBirthInteger: n }), NOW)
          expect(versionId).toBe(seen + 1)
          return versionId
        }),
      ),
    )
    expect(versions.toSorted()).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('never leaves a reference to a resource that another one deletes at the same time', async () => {
    const { resources, either } = await two()
    for (let round = 0; round < 5; round += 1) {
      const id = `p${round}`
      await resources.transact((tx) => tx.add(prepared('Patient', id), NOW))
      const [isReferred, isGone] = await Promise.all([
        either(round).transact((tx) => {
          if (tx.current('Patient', id)?.deleted !== false) return false
          tx.add(prepared('Task', `t${round}`, { for: { reference: `Patient/${id}` } }), NOW)
          return true
        }),
        either(round + 1).transact((tx) => {
          if (tx.referrers({ type: 'Patient', id }, [], 1).length > 0) return false
          tx.bury('Patient', id, NOW)
          return true
        }),
      ])
      expect([isReferred, isGone].filter(Boolean), `round ${round}`).toHaveLength(1)
    }
  })
})
