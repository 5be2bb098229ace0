import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRequestQueue, type Work } from './queue.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

// Ticks come when the test says so: setImmediate is all that the queue waits for.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setImmediate', 'clearImmediate'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const ticks = (count: number) => {
  for (const _ of numbers(count)) vi.runOnlyPendingTimers()
}

/** Works that take so many milliseconds each of a clock that the test has. */
function works(msEach = 1) {
  let now = 0
  const begun: string[] = []
  const overs: (() => void)[] = []
  const queue = createRequestQueue(() => now)
  const work = (name: string, isHeavy = false): Work => ({
    begin: () => {
      begun.push(name)
      now += msEach
    },
    isHeavy,
    whenOver: (over) => overs.push(over),
  })
  return { queue, work, begun, overs, pass: (ms: number) => (now += ms) }
}

describe('a queue', () => {
  it('begins one thing in a tick that is over with it, in the order in which they came', () => {
    const { queue, work, begun } = works()
    for (const name of ['a', 'b', 'c']) queue.wait(work(name))
    expect([begun, queue.isEmpty()]).toEqual([[], false])
    for (const n of [1, 2, 3]) {
      ticks(1)
      expect(begun).toHaveLength(n)
    }
    expect([begun, queue.isEmpty()]).toEqual([['a', 'b', 'c'], true])
  })

  it('begins more in a tick for which there is time', () => {
    const { queue, work, begun } = works(0.4)
    for (const n of numbers(5)) queue.wait(work(String(n)))
    ticks(1)
    expect(begun).toEqual(['0', '1', '2'])
  })

  it('has few signatures worked on at once, lets the rest pass them, and goes on when one is over', () => {
    const { queue, work, begun, overs } = works()
    for (const n of numbers(20)) queue.wait(work(`heavy ${n}`, true))
    queue.wait(work('light'))
    ticks(30)
    expect(begun).toHaveLength(17)
    expect(begun.at(-1)).toBe('light')
    overs[3]?.()
    ticks(3)
    expect(begun.slice(17)).toEqual(['heavy 16'])
  })

  it('waits for one tick at a time, and for none while nothing may begin', () => {
    const { queue, work } = works()
    for (const n of numbers(18)) queue.wait(work(`heavy ${n}`, true))
    expect(vi.getTimerCount()).toBe(1)
    ticks(16)
    expect([vi.getTimerCount(), queue.isEmpty()]).toEqual([0, false])
  })

  it('says how long the first of it has waited', () => {
    const { queue, work, pass } = works()
    expect(queue.age()).toBe(0)
    queue.wait(work('a'))
    pass(30)
    queue.wait(work('b'))
    expect(queue.age()).toBe(30)
    ticks(1)
    expect(queue.age()).toBe(1)
  })
})
