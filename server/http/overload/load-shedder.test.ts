import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLoadShedder, LOOK_EVERY, watchLoad } from './load-shedder.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

/** An event loop that the test turns: each turn takes as long as what was served in it, and is looked at. */
function loop() {
  let at = 0
  const pressure = createLoadShedder(() => at)
  const turn = (asked: readonly (readonly [source: string, requests: number])[], msEach: number) => {
    const served = new Map<string, number>()
    let work = 0
    for (const [source, requests] of asked)
      for (const _ of numbers(requests))
        if (pressure.admits(source)) {
          served.set(source, (served.get(source) ?? 0) + 1)
          work += msEach
        }
    at += LOOK_EVERY + work
    pressure.look()
    return { served: (name: string) => served.get(name) ?? 0, work }
  }
  return { pressure, turn }
}

describe('the load shedder', () => {
  it('refuses nothing while the event loop is on time, nor after a single long turn', () => {
    const { pressure, turn } = loop()
    for (const _ of numbers(20)) expect(turn([['a', 100]], 0.1).served('a')).toBe(100)
    expect(turn([['a', 100]], 10).served('a')).toBe(100)
    for (const _ of numbers(20)) expect(turn([['a', 100]], 0.1).served('a')).toBe(100)
    expect(pressure.isHigh()).toBe(false)
  })

  it('never refuses a caller that asks little, however late the event loop is', () => {
    const { pressure, turn } = loop()
    for (const _ of numbers(50)) expect(turn([['a', 20]], 50).served('a')).toBe(20)
    expect(pressure.isHigh()).toBe(false)
  })

  it('LIM-04 never refuses a caller that waits for each answer on 32 connections, however late the event loop is', async () => {
    let at = 0
    const pressure = createLoadShedder(() => at)
    const look = async (ticks: number, each: number) => {
      for (const _ of numbers(ticks)) {
        for (const _ of numbers(each)) expect(pressure.admits('a')).toBe(true)
        await new Promise((resolve) => setImmediate(resolve))
      }
      at += LOOK_EVERY + 100
      pressure.look()
    }
    for (const _ of numbers(50)) await look(20, 32)
    expect(pressure.isHigh(), 'the machine has no time').toBe(false)
    await look(20, 33)
    expect(pressure.isHigh(), 'more than that wait at one time').toBe(true)
  })

  it('keeps turns short at ten times the capacity, serves as much as it can, and serves everything again afterwards', () => {
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

  it('adapts the number of requests it serves when they take longer or shorter', () => {
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

  it('goes on shedding until twenty checks in a row were on time and refused nothing', () => {
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

  it('LIM-04 gives each address its share, and refuses none that asks for less', () => {
    const { turn } = loop()
    for (const n of numbers(60)) {
      const { served } = turn(
        [
          ['flood', 5000],
          ['polite', 20],
          ['other flood', 3000],
        ],
        0.1,
      )
      expect(served('polite')).toBe(20)
      if (n < 10) continue
      expect(served('flood')).toBeGreaterThan(30)
      expect(served('other flood')).toBe(served('flood'))
    }
  })

  it('LIM-04 serves one address its few requests beside hundreds of others that flood', () => {
    const { turn } = loop()
    const floods = numbers(300).map((n) => [`192.0.2.${n}`, 50] as const)
    for (const _ of numbers(100)) expect(turn([...floods, ['polite', 1]], 0.1).served('polite')).toBe(1)
  })
})

describe('the watch over the loop', () => {
  it('checks at regular intervals, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let late = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + late)
    onTestFinished(() => {
      clock.mockRestore()
      vi.useRealTimers()
    })
    const { admits, isHigh, stop } = watchLoad()
    for (const _ of numbers(4)) {
      for (const _ of numbers(100)) admits('a')
      expect(isHigh()).toBe(false)
      late += LOOK_EVERY + 51
      vi.advanceTimersByTime(LOOK_EVERY)
    }
    expect(isHigh()).toBe(true)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
