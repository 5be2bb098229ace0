// The bounded cache: its limits and eviction.
import { describe, expect, it } from 'vitest'
import { collector } from '#lib/threads/collector.ts'
import { boundedCache } from './bounded-cache.ts'

const bounds = { most: 10, bytes: 100, bytesOfOne: 50 }

describe('what is kept', () => {
  it('is there from the second time on that it was made', () => {
    const all = boundedCache<{ n: number }>(bounds)
    all.offer('a', 1, () => ({ n: 1 }))
    expect(all.find('a')).toBeUndefined()
    all.offer('a', 1, () => ({ n: 2 }))
    expect(all.find('a')).toEqual({ n: 2 })
  })

  it('is not made ready before it is kept, and never when it is too large', () => {
    const all = boundedCache<{ n: number }>(bounds)
    const fail = () => {
      throw new Error('made')
    }
    all.offer('a', 1, fail)
    all.offer('b', 51, fail)
    all.offer('b', 51, fail)
    expect(all.find('b')).toBeUndefined()
  })

  it('goes when there is no room for it, what is longest unused first', () => {
    const all = boundedCache<{ key: string }>(bounds)
    for (const key of ['a', 'b', 'a', 'b', 'c']) all.offer(key, 40, () => ({ key }))
    all.find('a')
    all.offer('c', 40, () => ({ key: 'c' }))
    expect(['a', 'b', 'c'].map((key) => all.find(key)?.key)).toEqual(['a', undefined, 'c'])
  })

  it('is found by a long key, which takes no room', () => {
    const all = boundedCache<{ n: number }>({ most: 10_000, bytes: 10_000, bytesOfOne: 50 })
    const long = (n: number) => Buffer.alloc(20_000, `${n} `).toString('latin1')
    const before = heap()
    for (let n = 0; n < 1000; n += 1) for (const _ of ['once', 'kept']) all.offer(long(n), 1, () => ({ n }))
    for (let n = 1000; n < 2000; n += 1) all.offer(long(n), 1, () => ({ n }))
    expect([heap() - before < 4 * 2 ** 20, all.find(long(7)), all.find(long(1007))]).toEqual([
      true,
      { n: 7 },
      undefined,
    ])
  })
})

/** Bytes in use on the heap, without garbage. */
function heap(): number {
  collector()()
  return process.memoryUsage().heapUsed
}
