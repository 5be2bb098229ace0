// Turns: which requests one look at the database may serve.
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ticks } from './tick.ts'

const onItsOwn = { socket: {} } as ServerResponse
const waiting = { socket: null } as ServerResponse

describe('a turn', () => {
  it('is that of all requests that are read together, and over before others can come in', async () => {
    const turnOf = ticks()
    const turn = turnOf(onItsOwn)
    expect(turnOf(onItsOwn)).toBe(turn)
    expect(turn?.isOver).toBe(false)
    await new Promise((resolve) => setImmediate(resolve))
    expect(turn?.isOver).toBe(true)
    expect(turnOf(onItsOwn)).not.toBe(turn)
  })

  it('is none of a request that waits behind another one: nobody knows when it was sent', () => {
    expect(ticks()(waiting)).toBeUndefined()
  })

  it('is over after so many requests', () => {
    const turnOf = ticks()
    const all = Array.from({ length: 130 }, () => turnOf(onItsOwn))
    expect(new Set(all).size).toBe(3)
    expect(all[0]?.isOver).toBe(true)
    expect(all.at(-1)?.isOver).toBe(false)
  })
})
