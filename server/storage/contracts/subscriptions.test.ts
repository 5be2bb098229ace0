// Contract of what subscriptions store, whatever the engine: one process compares and sends, and nothing that was written is missed.
import { describe, expect, it } from 'vitest'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { WrittenBy } from '#server/fhir/store.ts'
import {
  AFTER_ALL_LEASES,
  type Attempt,
  type SubscriptionEvent,
  type SubscriptionState,
  type SubscriptionStore,
} from '#server/subscriptions/store.ts'
import { type Stores, temporaryStores } from '../testing/stores.ts'

const NOW = Date.UTC(2026, 3, 1)
const LEASE_MS = 20_000
const BY: WrittenBy = { requestId: 'r', correlationId: undefined, traceId: 't', clientId: 'c' }

const prepared = (type: string, id: string, more: object = {}) => {
  const parsed = { resourceType: type, id, ...more }
  return prepareResource({ type, id, text: JSON.stringify(parsed), parsed })
}

const task = ({ resources }: Pick<Stores, 'resources'>, id: string) =>
  resources.transact((tx) => tx.write(prepared('Task', id, { status: 'ready' }), NOW, BY))

const subscription = ({ resources }: Pick<Stores, 'resources'>, id: string, status: string) =>
  resources.transact((tx) => tx.write(prepared('Subscription', id, { status }), NOW, BY))

const running = (id: string, more: Partial<SubscriptionState> = {}): SubscriptionState => ({
  ...{ id, versionId: 1, phase: 'running', number: 0, done: 0, sendingTo: undefined, eventId: 'e', by: undefined },
  ...{ attempts: 0, failures: 0, failingSince: undefined, nextAt: NOW },
  ...{ lastFailure: undefined, lastFailureAt: undefined, lastSuccessAt: undefined },
  ...more,
})

const event = (number: number, more: Partial<SubscriptionEvent> = {}): SubscriptionEvent => ({
  ...{ subscriptionId: 's', number, eventId: `event-${number}`, at: NOW, type: 'Task', origin: undefined },
  ...{ requestId: 'r', correlationId: undefined, traceId: 't', clientId: 'c' },
  ...more,
})

const attempt = (number: number): Attempt => ({
  ...{ subscriptionId: 's', first: number, number, attempt: 1, at: NOW, ms: 5, requestId: `a-${number}` },
  outcome: 'delivered',
})

/** A store whose lease `one` holds. */
async function leased() {
  const stores = await temporaryStores()
  await stores.subscriptions.lease('one', NOW, NOW + LEASE_MS)
  return stores
}

const EIGHT = Array.from({ length: 8 }, (_, n) => n)

/** Eight processes on one database. */
async function eight() {
  const first = await temporaryStores()
  const others = await Promise.all(EIGHT.slice(1).map(() => first.another()))
  return [first, ...others]
}

/** Compares what was written and makes an event of each version, while it holds the lease. False when it does not. */
async function compare(store: SubscriptionStore, holder: string, now: number, limit = 5): Promise<boolean> {
  if (!(await store.lease(holder, now, now + LEASE_MS))) return false
  const { number = 0 } = (await store.state('s')) ?? {}
  const written = await store.written(limit)
  return store.save(holder, {
    states: [running('s', { number: number + written.length })],
    events: written.map(({ id }, nth) => event(number + nth + 1, { eventId: id })),
    compared: written.map(({ seq }) => seq),
  })
}

describe('the lease of the process that sends', () => {
  it('SUB-31 is had by one of eight that ask at once, and by another when it is released', async () => {
    const all = await eight()
    const taken = await Promise.all(
      all.map(({ subscriptions }, n) => subscriptions.lease(String(n), NOW, NOW + LEASE_MS)),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    const [holder, other] = [taken.indexOf(true), taken.indexOf(false)]
    const [first] = all
    await first?.subscriptions.release(String(other))
    expect(await all[other]?.subscriptions.lease(String(other), NOW, NOW + LEASE_MS)).toBe(false)
    expect(await all[holder]?.subscriptions.lease(String(holder), NOW, NOW + LEASE_MS)).toBe(true)
    await first?.subscriptions.release(String(holder))
    expect(await all[other]?.subscriptions.lease(String(other), NOW, NOW + LEASE_MS)).toBe(true)
  })

  it('SUB-31 is taken by another process when it is over, and what the former holder says is not saved', async () => {
    const { subscriptions } = await leased()
    expect(await subscriptions.lease('two', NOW + LEASE_MS - 1, NOW + 2 * LEASE_MS)).toBe(false)
    expect(await subscriptions.lease('two', NOW + LEASE_MS, NOW + 2 * LEASE_MS)).toBe(true)
    expect(await subscriptions.save('one', { states: [running('s')], events: [event(1)] })).toBe(false)
    expect(await subscriptions.load()).toEqual([])
    expect(await subscriptions.save('two', { states: [running('s')] })).toBe(true)
  })

  it('SUB-31 is taken before it is over by a process that knows that its holder is gone', async () => {
    const { subscriptions } = await leased()
    expect(await subscriptions.lease('two', AFTER_ALL_LEASES, NOW + LEASE_MS)).toBe(true)
    expect(await subscriptions.lease('one', NOW, NOW + LEASE_MS)).toBe(false)
  })
})

describe('versions that clients wrote', () => {
  it('SUB-19 are to be compared, in order and with the ids of their request, until they were', async () => {
    const stores = await leased()
    const { subscriptions } = stores
    await task(stores, 'a')
    await task(stores, 'b')
    await task(stores, 'a')
    const written = await subscriptions.written(10)
    expect(written.map(({ id, versionId }) => `${id}/${versionId}`)).toEqual(['a/1', 'b/1', 'a/2'])
    expect(written[0]).toEqual({ ...BY, seq: written[0]?.seq, type: 'Task', id: 'a', versionId: 1, lastUpdated: NOW })
    expect(await subscriptions.written(1)).toEqual(written.slice(0, 1))
    expect(await subscriptions.valuesOf(written[1]?.seq ?? 0)).toContainEqual(
      expect.objectContaining({ param: 'status', value: 'ready' }),
    )
    expect(await subscriptions.save('one', { compared: [written[0]?.seq ?? 0, written[2]?.seq ?? 0] })).toBe(true)
    expect(await subscriptions.written(10)).toEqual(written.slice(1, 2))
  })

  it('SUB-19 are nothing to compare where no client wrote them, or their transaction failed', async () => {
    const { resources, subscriptions } = await temporaryStores()
    await resources.writePrepared([prepared('Task', 'a')], NOW)
    const failed = resources.transact((tx) => {
      tx.write(prepared('Task', 'b'), NOW, BY)
      throw new Error('refused')
    })
    await expect(failed).rejects.toThrow('refused')
    expect(await subscriptions.written(10)).toEqual([])
  })

  it('SUB-31 make one event each with eight processes, some of which end in the middle', async () => {
    const all = await eight()
    const [first] = all
    let now = NOW
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(all.map((stores, n) => task(stores, `${round}-${n}`)))
      // One takes the lease, and dies with it; the others try, and get it when it is over.
      await first?.subscriptions.lease(`dead-${round}`, now, now + LEASE_MS)
      const early = await Promise.all(all.map(({ subscriptions }, n) => compare(subscriptions, String(n), now)))
      expect(early).toEqual(EIGHT.map(() => false))
      now += LEASE_MS
      while ((await first?.subscriptions.written(1))?.length) {
        await Promise.all(all.map(({ subscriptions }, n) => compare(subscriptions, String(n), now)))
        now += LEASE_MS
      }
      expect(await first?.subscriptions.save(`dead-${round}`, { states: [running('s')] })).toBe(false)
    }
    const events = (await first?.subscriptions.recentEvents('s', 100)) ?? []
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, n) => 40 - n))
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(40)
  })
})

describe('versions of Subscriptions', () => {
  it('SUB-29 are unseen, in order and with their text, until a state is based on them', async () => {
    const stores = await leased()
    const { subscriptions } = stores
    await subscription(stores, 's', 'requested')
    await subscription(stores, 't', 'requested')
    await subscription(stores, 's', 'active')
    const unseen = await subscriptions.unseen(10)
    expect(unseen.map(({ id, versionId }) => `${id}/${versionId}`)).toEqual(['s/1', 't/1', 's/2'])
    expect(unseen[2]).toMatchObject({ origin: undefined, by: BY })
    expect(JSON.parse(unseen[2]?.body ?? '')).toMatchObject({ id: 's', status: 'active' })
    await subscriptions.save('one', { states: [running('s'), running('t')], seenUpTo: unseen[1]?.seq ?? 0 })
    expect(await subscriptions.unseen(10)).toEqual(unseen.slice(2))
    await subscriptions.save('one', { states: [running('s', { versionId: 2 })], seenUpTo: unseen[2]?.seq ?? 0 })
    expect(await subscriptions.unseen(10)).toEqual([])
    expect(await subscriptions.unseen(10)).toEqual([])
    await stores.resources.delete('Subscription', 's', NOW)
    const [gone] = await (await stores.another()).subscriptions.unseen(10)
    expect(gone).toMatchObject({ id: 's', versionId: 3, body: undefined, by: undefined })
  })

  it('SUB-30 are written by the domain itself only over the one that it has seen', async () => {
    const stores = await temporaryStores()
    const { resources, subscriptions } = stores
    await subscription(stores, 's', 'requested')
    const parsed = { resourceType: 'Subscription', id: 's', status: 'active' }
    const active = { id: 's', versionId: 1, text: JSON.stringify(parsed), parsed }
    const others = await Promise.all(EIGHT.map(() => stores.another()))
    const written = await Promise.all(others.map((other) => other.subscriptions.writeVersion(active, NOW)))
    expect(written.filter(Boolean)).toHaveLength(1)
    expect(await resources.readCurrent('Subscription', 's')).toMatchObject({ versionId: 2 })
    expect(await subscriptions.written(10)).toHaveLength(1) // A client's own.
    await resources.delete('Subscription', 's', NOW)
    expect(await subscriptions.writeVersion({ ...active, versionId: 3 }, NOW)).toBe(false)
    expect(await subscriptions.writeVersion({ ...active, id: 'unknown' }, NOW)).toBe(false)
  })
})

describe('the progress of a Subscription', () => {
  it('is read as it was saved, and is loaded until it is stopped', async () => {
    const { subscriptions } = await leased()
    const state = running('s', {
      ...{ versionId: 7, phase: 'handshake', number: 3, done: 2, sendingTo: 3, by: BY, attempts: 4, failures: 5 },
      ...{ failingSince: NOW + 1, nextAt: NOW + 2, lastFailure: 'timeout', lastFailureAt: NOW + 3, lastSuccessAt: NOW },
    })
    await subscriptions.save('one', { states: [state, running('t')] })
    expect(await subscriptions.state('s')).toEqual(state)
    expect(await subscriptions.load()).toEqual(expect.arrayContaining([state, running('t')]))
    await subscriptions.save('one', { states: [{ ...state, phase: 'stopped' }] })
    expect(await subscriptions.load()).toEqual([running('t')])
    expect(await subscriptions.state('s')).toMatchObject({ phase: 'stopped' })
    expect(await subscriptions.state('unknown')).toBeUndefined()
  })

  it('SUB-34 is asked for at once by a person until it is saved', async () => {
    const { subscriptions } = await leased()
    await subscriptions.save('one', { states: [running('s'), running('t')] })
    await subscriptions.hasten('s', NOW)
    expect(await subscriptions.hastened()).toEqual(['s'])
    await subscriptions.save('one', { states: [running('s')] })
    expect(await subscriptions.hastened()).toEqual([])
  })

  it('keeps events that are not done and a hundred more, and the last hundred attempts', async () => {
    const { subscriptions } = await leased()
    const numbers = Array.from({ length: 250 }, (_, n) => n + 1)
    const types = (number: number) => (number === 120 ? { type: 'Patient' } : {})
    await subscriptions.save('one', {
      states: [running('s', { number: 250 })],
      events: numbers.map((n) => event(n, types(n))),
    })
    expect(await subscriptions.event('s', 1)).toEqual(event(1))
    const first = { first: 1, last: 250 }
    expect(await subscriptions.newestEvent('s', first, ({ type }) => type === 'Patient')).toEqual(
      event(120, types(120)),
    )
    expect(await subscriptions.newestEvent('s', { first: 121, last: 250 }, ({ type }) => type === 'Patient')).toBe(
      undefined,
    )
    for (const number of numbers.slice(0, 110)) await subscriptions.save('one', { attempt: attempt(number) })
    await subscriptions.save('one', { states: [running('s', { number: 250, done: 200 })] })
    const [events, attempts] = [
      await subscriptions.recentEvents('s', 1000),
      await subscriptions.recentAttempts('s', 1000),
    ]
    expect([events.length, events[0]?.number, events.at(-1)?.number]).toEqual([150, 250, 101])
    expect([attempts.length, attempts.at(-1)?.number]).toEqual([100, 11])
    expect(attempts[0]).toEqual(attempt(110))
    expect(await subscriptions.event('s', 100)).toBeUndefined()
    expect(await subscriptions.recentEvents('s', 2)).toHaveLength(2)
  })
})
