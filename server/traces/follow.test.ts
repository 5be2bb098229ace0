import { describe, expect, it } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { createFollower } from './follow.ts'
import type { StepRecord } from './record.ts'

function followed() {
  let now = Date.parse('2026-11-20T10:00:00Z')
  const follower = createFollower(() => now)
  const step: StepRecord = {
    ...({ step: 'token', at: now, ms: 1, method: 'POST', url: '/oauth2/token', status: 200 } as const),
    ...{ sent: {}, client: 'my-app', checks: [] },
  }
  return {
    note: () => follower.note(() => step),
    look: () => follower.follow('my-app').length,
    follows: () => follower.follows('my-app'),
    advance: (ms: number) => {
      now += ms
    },
  }
}

describe('an app whose steps a developer watches at /connect', () => {
  it('is watched for ten minutes after the last look', () => {
    const { note, look, follows, advance } = followed()
    note()
    expect(look()).toBe(0)
    note()
    expect(look()).toBe(1)
    advance(10 * MINUTE - 1)
    expect(follows()).toBe(true)
    advance(1)
    expect(follows()).toBe(false)
  })

  it('is not watched any longer after the clock was set back', () => {
    const { look, follows, advance } = followed()
    look()
    advance(-60 * MINUTE)
    expect(follows()).toBe(false)
  })
})
