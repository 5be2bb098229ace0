import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLoadShedder, LOOK_EVERY, watchLoad } from './load-shedder.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

/** An event loop that the test turns: each turn takes as long as what was served in it, and is looked at. */
function loop() {
  let at = 0
  const pressure = createLoadShedder(() => at)
  const turn = (asked: readonly (readonly [source: string, requests: number, token?: string])[], msEach: number) => {
    const served = new Map<string, number>()
    let work = 0
    for (const [source, requests, token] of asked)
      for (const _ of numbers(requests))
        if (pressure.admits(source, token)) {
          const name = token ?? source
          served.set(name, (served.get(name) ?? 0) + 1)
          work += msEach
        }
    at += LOOK_EVERY + work
    pressure.look()
    return { served: (name: string) => served.get(name) ?? 0, work }
  }
  return { pressure, turn }
}

describe('the load shedder', () => {
  it('refuses nothing while the loop is in time, nor for one long turn', () => {
    const { pressure, turn } = loop()
    for (const _ of numbers(20)) expect(turn([['a', 100]], 0.1).served('a')).toBe(100)
    expect(turn([['a', 100]], 10).served('a')).toBe(100)
    for (const _ of numbers(20)) expect(turn([['a', 100]], 0.1).served('a')).toBe(100)
    expect(pressure.isHigh()).toBe(false)
  })

  it('refuses nobody who asks little, however late the loop is: then it is somebody else who makes it late', () => {
    const { pressure, turn } = loop()
    for (const _ of numbers(50)) expect(turn([['a', 20]], 50).served('a')).toBe(20)
    expect(pressure.isHigh()).toBe(false)
  })

  it('LIM-04 refuses nobody who waits for each answer on one of 32 connections, however late the loop is', async () => {
    let at = 0
    let waiting = 0
    const pressure = createLoadShedder(() => at, { age: () => 0, size: () => waiting })
    const look = async (ticks: number, each: number) => {
      for (const _ of numbers(ticks)) {
        for (const _ of numbers(each)) expect(pressure.admits('a', undefined)).toBe(true)
        await new Promise((resolve) => setImmediate(resolve))
      }
      at += LOOK_EVERY + 100
      pressure.look()
    }
    for (const _ of numbers(50)) await look(20, 32)
    expect(pressure.isHigh(), 'the machine has no time').toBe(false)
    await look(20, 33)
    expect(pressure.isHigh(), 'more than that wait at one time').toBe(true)
    for (const _ of numbers(30)) {
      at += LOOK_EVERY
      pressure.look()
    }
    waiting = 33
    for (const _ of numbers(4)) await look(20, 1)
    expect(pressure.isHigh(), 'more than that wait in the queue').toBe(true)
  })

  it('keeps turns short at ten times what can be served, serves all that can be, and all again as soon as it is over', () => {
    const { pressure, turn } = loop()
    const flood = numbers(100).map(() => turn([['a', 5000]], 0.1).work)
    const later = flood.slice(20)
    expect(Math.max(...later)).toBeLessThan(110)
    expect(later.reduce((sum, ms) => sum + ms, 0) / later.length, 'the time is used').toBeGreaterThan(30)
    expect(turn([['a', 10]], 0.1).served('a'), 'at once').toBe(10)
    for (const _ of numbers(40)) turn([['a', 100]], 0.1)
    expect(pressure.isHigh()).toBe(false)
    expect(turn([['a', 500]], 0.1).served('a')).toBe(500)
  })

  it('serves as many as there is time for, as soon as requests take longer or shorter', () => {
    const { turn } = loop()
    const flood = (turns: number, msEach: number) => numbers(turns).map(() => turn([['a', 5000]], msEach))
    flood(4, 0.1)
    expect(flood(1, 0.1)[0]?.work, 'at once').toBeLessThanOrEqual(50)
    flood(40, 0.1)
    expect(flood(7, 1).at(-1)?.work, 'soon, though each takes ten times as long').toBeLessThan(100)
    flood(40, 1)
    expect(flood(80, 0.1).at(-1)?.work, 'and as much as before when it does not').toBeGreaterThan(30)
    expect(flood(60, 50).at(-1)?.served('a'), 'some, however long they take').toBe(32)
  })

  it('refuses when the first in the queue waits too long, though the loop is in time', () => {
    let at = 0
    let waited = 51
    const pressure = createLoadShedder(() => at, { age: () => waited, size: () => 0 })
    const looks = (count: number, requests: number) => {
      for (const _ of numbers(count)) {
        for (const _ of numbers(requests)) pressure.admits('a', undefined)
        at += LOOK_EVERY
        pressure.look()
      }
    }
    looks(3, 100)
    expect(pressure.isHigh()).toBe(false)
    looks(1, 100)
    expect(pressure.isHigh()).toBe(true)
    waited = 0
    looks(20, 10)
    expect(pressure.isHigh()).toBe(false)
  })

  it('goes on dividing until twenty looks are quiet: in time, and without a refusal', () => {
    const { pressure, turn } = loop()
    const high = () => pressure.isHigh()
    const calm = (turns: number) => numbers(turns).forEach(() => void turn([['a', 10]], 0.1))
    for (const _ of [1, 2]) {
      for (const _ of numbers(4)) turn([['a', 5000]], 0.1)
      expect(high()).toBe(true)
      for (const _ of numbers(50)) turn([['a', 20]], 50)
      expect(high(), 'late, with nothing refused').toBe(true)
      calm(3) // Among the last four looks, one was in time from the first of these.
      calm(16)
      expect(high()).toBe(true)
      calm(1)
      expect(high()).toBe(false)
    }
    for (const _ of numbers(4)) turn([['a', 5000]], 0.1)
    calm(1)
    expect(high(), 'the quiet before counts no more').toBe(true)
  })

  it('counts the answers from memory, and gives none while it divides', () => {
    let at = 0
    const pressure = createLoadShedder(() => at)
    for (const _ of numbers(4)) {
      for (const _ of numbers(33)) expect(pressure.admitsAtOnce()).toBe(true)
      at += LOOK_EVERY + 51
      pressure.look()
    }
    expect([pressure.isHigh(), pressure.admitsAtOnce()]).toEqual([true, false])
  })

  it('is late for twenty looks after one that came more than ten milliseconds late', () => {
    let at = 0
    const pressure = createLoadShedder(() => at)
    const look = (late: number) => {
      at += LOOK_EVERY + late
      pressure.look()
      return pressure.isLate()
    }
    expect([pressure.isLate(), look(10), look(10.1)]).toEqual([false, false, true])
    expect(numbers(20).map(() => look(0))).toEqual([...numbers(19).map(() => true), false])
  })

  it('LIM-04 counts the addresses of an IPv6 network as one', () => {
    const { turn } = loop()
    for (const n of numbers(20)) {
      const [one, other, elsewhere] = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'] as const
      const { served } = turn(
        [
          [one, 2000],
          [other, 2000],
          [elsewhere, 4000],
        ],
        0.1,
      )
      if (n > 4) expect(served(one) + served(other)).toBe(served(elsewhere))
    }
  })

  it('LIM-04 gives each address its share, and each proven name of an address its own', () => {
    const { turn } = loop()
    for (const n of numbers(60)) {
      const { served } = turn(
        [
          ['flood', 5000],
          ['polite', 20],
          ['shared', 3000, 'loud name'],
          ['shared', 10, 'quiet name'],
        ],
        0.1,
      )
      if (n < 10) continue
      expect(served('polite')).toBe(20)
      expect(served('quiet name')).toBe(10)
      expect(served('flood')).toBeGreaterThan(30)
      expect(served('loud name')).toBeGreaterThan(30)
    }
  })

  it('LIM-04 serves a name that asks now and then, though all else from its address has proven nothing', () => {
    const { turn } = loop()
    for (const n of numbers(100)) {
      const { served } = turn(
        n % 10 === 0
          ? [
              ['shared', 5000],
              ['shared', 1, 'quiet name'],
            ]
          : [['shared', 5000]],
        0.1,
      )
      if (n >= 10 && n % 10 === 0) expect(served('quiet name')).toBe(1)
    }
  })
})

describe('the watch over the loop', () => {
  it('looks by the clock, and at the queue, until it is stopped', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { admits, isHigh, stop } = watchLoad({ age: () => 51, size: () => 0 })
    for (const _ of numbers(4)) {
      for (const _ of numbers(100)) admits('a', undefined)
      expect(isHigh()).toBe(false)
      vi.advanceTimersByTime(LOOK_EVERY)
    }
    expect(isHigh()).toBe(true)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
