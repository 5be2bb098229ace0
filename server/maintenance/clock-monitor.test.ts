import { describe, expect, it } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { clockMonitor } from './clock-monitor.ts'

/** A clock and the time that really passes. */
function times() {
  let [clock, elapsed] = [1_700_000_000_000, 0]
  return {
    clock: () => clock,
    elapsed: () => elapsed,
    pass: (ms: number) => {
      clock += ms
      elapsed += ms
    },
    leap: (ms: number) => {
      clock += ms
    },
  }
}

describe('a clock', () => {
  it('LTK-07 AST-12 is believed once it has gone evenly for ten minutes, so that a leap takes no used id away', () => {
    const time = times()
    const isSteady = clockMonitor(time.clock, time.elapsed)
    const later = (ms: number) => {
      time.pass(ms)
      return isSteady()
    }
    expect([later(0), later(9 * MINUTE), later(MINUTE), later(MINUTE)]).toEqual([false, false, true, true])
    time.leap(60 * MINUTE)
    expect([later(0), later(9 * MINUTE)]).toEqual([false, false])
    time.leap(-60 * MINUTE)
    expect([later(0), later(9 * MINUTE), later(MINUTE)]).toEqual([false, false, true])
  })
})
