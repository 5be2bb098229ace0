import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '../storage-unavailable.ts'
import { bulkhead } from './bulkhead.ts'

/** Work that ends when the test says so. */
function held() {
  const ends: ((error?: Error) => void)[] = []
  let most = 0
  let now = 0
  const work = () =>
    new Promise<string>((resolve, reject) => {
      now += 1
      most = Math.max(most, now)
      ends.push((error) => {
        now -= 1
        if (error) reject(error)
        else resolve('done')
      })
    })
  return { work, ends, most: () => most }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a bulkhead', () => {
  it('runs a fixed number of tasks at once, queues a fixed number in order, and refuses the rest at once', async () => {
    const { work, ends, most } = held()
    const { run } = bulkhead({ name: 'test', atOnce: 2, waiting: 3, perSource: 9 })
    const order: number[] = []
    const five = [1, 2, 3, 4, 5].map((n) => run('a', work).then(() => order.push(n)))
    await expect(run('b', work)).rejects.toThrow(StorageUnavailable)
    for (let n = 0; n < 5; n += 1) {
      await settled()
      ends[n]?.()
    }
    await Promise.all(five)
    expect([most(), order]).toEqual([2, [1, 2, 3, 4, 5]])
    const again = run('b', work)
    await settled()
    ends[5]?.()
    await expect(again).resolves.toBe('done')
  })

  it('LIM-04 gives one source at most half of its places', async () => {
    const { work, ends } = held()
    const { run } = bulkhead({ name: 'test', atOnce: 2, waiting: 6 })
    const answers = Array.from({ length: 50 }, () => run('flood', work).catch(() => 'refused'))
    const polite = run('polite', work)
    for (let n = 0; n < 5; n += 1) {
      await settled()
      ends[n]?.()
    }
    await expect(polite).resolves.toBe('done')
    expect((await Promise.all(answers)).filter((answer) => answer === 'done')).toHaveLength(4)
  })

  it('frees the place of a task that fails', async () => {
    const { work, ends } = held()
    const { run } = bulkhead({ name: 'test', atOnce: 1, waiting: 0 })
    for (let n = 0; n < 3; n += 1) {
      const failing = run('a', work)
      await settled()
      ends[n]?.(new Error('no'))
      await expect(failing).rejects.toThrow('no')
    }
  })
})
