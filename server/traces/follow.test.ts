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
    note: (platform?: string) => follower.note(() => step, platform),
    steps: (clientId: string) => follower.follow(clientId).map((one) => one.step),
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

  it('is also the portal that signed the launch token of the request', () => {
    const { note, steps } = followed()
    steps('my-portal')
    note()
    expect(steps('my-portal')).toEqual([])
    note('my-portal')
    expect(steps('my-portal')).toEqual(['token'])
  })

  it('is not watched any longer after the clock was set back', () => {
    const { look, follows, advance } = followed()
    look()
    advance(-60 * MINUTE)
    expect(follows()).toBe(false)
  })
})
