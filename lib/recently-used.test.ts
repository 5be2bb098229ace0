import { describe, expect, it } from 'vitest'
import { recentlyUsed } from './recently-used.ts'

describe('a cache of recently used entries', () => {
  it('keeps the most recently used ones, and reports the one it drops', () => {
    const left: unknown[] = []
    const kept = recentlyUsed<{ readonly n: number }>(2, ({ n }, key, reason) => void left.push([key, n, reason]))
    kept.set('a', { n: 1 })
    kept.set('b', { n: 2 })
    kept.get('a')
    kept.set('c', { n: 3 })
    expect([...kept.keys()]).toEqual(['c', 'a'])
    expect(left).toEqual([['b', 2, 'evict']])
  })
})
