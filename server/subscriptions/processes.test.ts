import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage/storage.ts'
import { type Receiver, receiver } from './testing/receiver.ts'
import { subscribed } from './testing/subscribed.ts'

const LEASE_MS = 20_000

/** Two processes on one database; the first one has begun to compare and send. */
async function two(around?: (storage: Storage) => Storage) {
  const hook = await receiver()
  const endpoint = `${hook.origin}/hook`
  const one = await subscribed({ endpoint, ...(around ? { overrides: { around } } : {}) })
  await one.subscribe()
  await one.settle()
  const other = await subscribed({ endpoint, existing: { directory: one.domain.config.dataDir, now: one.now() } })
  return { hook, one, other }
}

const eventIds = (hook: Receiver, number: number) =>
  hook.arrived.filter((event) => event.number === number).map(({ headers }) => headers['x-slipway-event-id'])

describe('two processes on one database', () => {
  it('SUB-31 send each event once, whichever of them wrote it', async () => {
    const { hook, one, other } = await two()
    for (let n = 0; n < 20; n += 1) {
      await one.task(`one-${n}`)
      await other.task(`other-${n}`)
      await Promise.all([one.settle(), other.settle()])
    }
    expect(hook.numbers()).toEqual(Array.from({ length: 41 }, (_, n) => n))
  })

  it('SUB-31 hand over at once when one is stopped, and within its lease when it is killed or hangs', async () => {
    const { hook, one, other } = await two()
    await one.domain.peers.subscriptions.close()
    await other.task('one')
    await other.settle()
    expect(hook.numbers()).toEqual([0, 1])

    // The other one hangs now: a third takes over when its lease is over, and not before.
    const existing = { directory: one.domain.config.dataDir, now: other.now() }
    const third = await subscribed({ endpoint: `${hook.origin}/hook`, existing })
    await third.task('two')
    third.advance(LEASE_MS - 1)
    await third.settle()
    expect(hook.numbers()).toEqual([0, 1])
    third.advance(1)
    await third.settle()
    expect(hook.numbers()).toEqual([0, 1, 2])
    // When it wakes up, it has nothing to say any more.
    await other.task('three')
    await other.settle()
    expect(hook.numbers()).toEqual([0, 1, 2])
    await third.settle()
    expect(hook.numbers()).toEqual([0, 1, 2, 3])
  })

  it('SUB-31 write a comparison once when the lease changes hands during it', async () => {
    let meanwhile: (() => Promise<void>) | undefined
    const interrupted = (storage: Storage): Storage => ({
      ...storage,
      subscriptions: {
        ...storage.subscriptions,
        save: async (holder, progress) => {
          const happens = meanwhile
          meanwhile = undefined
          await happens?.()
          return storage.subscriptions.save(holder, progress)
        },
      },
    })
    const { hook, one, other } = await two(interrupted)
    await one.task('one')
    await one.task('two')
    meanwhile = async () => {
      other.advance(LEASE_MS)
      await other.settle()
    }
    // It has compared both, and is about to say so, when the other process has done that, too, and has sent them.
    await one.settle()
    expect(hook.numbers()).toEqual([0, 1, 2])
    await one.task('three')
    await one.settle()
    expect(hook.numbers()).toEqual([0, 1, 2])
    await other.settle()
    expect(hook.numbers()).toEqual([0, 1, 2, 3])
    expect(await one.domain.sql.value('SELECT count(*) FROM subscription_event')).toBe(3)
  })

  it('SUB-29 compare each version with the criteria of its time, whatever changes between two comparisons', async () => {
    let meanwhile: (() => Promise<void>) | undefined
    const happening = async <Result>(result: Result): Promise<Result> => {
      const happens = meanwhile
      meanwhile = undefined
      await happens?.()
      return result
    }
    // Between what was written and what became of Subscriptions, whichever is read first.
    const interrupted = (storage: Storage): Storage => ({
      ...storage,
      subscriptions: {
        ...storage.subscriptions,
        written: async (limit) => happening(await storage.subscriptions.written(limit)),
        unseen: async (limit) => happening(await storage.subscriptions.unseen(limit)),
      },
    })
    const { hook, one } = await two(interrupted)
    await one.task('before', { status: 'ready' })
    meanwhile = async () => {
      await one.subscribe({ status: 'active', criteria: 'Task?status=completed' })
      await one.task('ready', { status: 'ready' })
      await one.task('done', { status: 'completed' })
    }
    await one.settle()
    const met = await one.domain.sql.values('SELECT number FROM subscription_event ORDER BY number')
    // `before` by the old criteria and `done` by the new ones.
    expect([hook.numbers().at(-1), met]).toEqual([2, [1, 2]])
  })

  it('SUB-22 send what arrived, and was not marked before a crash, again as the same event', async () => {
    let isCrashed = false
    const crashing = (storage: Storage): Storage => ({
      ...storage,
      subscriptions: {
        ...storage.subscriptions,
        save: async (holder, progress) => {
          if (progress.attempt?.number === 1) isCrashed = true
          if (isCrashed) throw new Error('the process is gone')
          return storage.subscriptions.save(holder, progress)
        },
      },
    })
    const { hook, one, other } = await two(crashing)
    await one.task('one')
    await one.task('two')
    await one.settle()
    expect([isCrashed, hook.numbers()]).toEqual([true, [0, 1]])
    other.advance(LEASE_MS)
    await other.settle()
    expect(hook.numbers()).toEqual([0, 1, 1, 2])
    expect(new Set(eventIds(hook, 1)).size).toBe(1)
    expect(hook.arrived.map(({ headers }) => headers['x-slipway-attempt'])).toEqual(['1', '1', '2', '1'])
  })

  it('SUB-22 repeat a notification of several events with the same range', async () => {
    let isCrashed = false
    const crashing = (storage: Storage): Storage => ({
      ...storage,
      subscriptions: {
        ...storage.subscriptions,
        save: async (holder, progress) => {
          if (progress.attempt !== undefined && progress.attempt.number > 60) isCrashed = true
          if (isCrashed) throw new Error('the process is gone')
          return storage.subscriptions.save(holder, progress)
        },
      },
    })
    const { hook, one, other } = await two(crashing)
    for (let n = 0; n < 100; n += 1) await one.task(`task-${n}`)
    await one.settle()
    await one.task('late')
    other.advance(LEASE_MS)
    await other.settle()
    const ranges = hook.arrived.slice(60).map(({ number, headers }) => [headers['x-slipway-event-first'], number])
    expect(ranges).toEqual([
      ['60', 100],
      ['60', 100],
      [undefined, 101],
    ])
    expect(new Set(eventIds(hook, 100)).size).toBe(1)
  })
})
