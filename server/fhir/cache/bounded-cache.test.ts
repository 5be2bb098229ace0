// The bounded cache: its limits and eviction.
import { describe, expect, it } from 'vitest'
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
})
