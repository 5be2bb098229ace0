// Turns: which requests one look at the database may serve.
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ticks } from './tick.ts'

const onItsOwn = { socket: {} } as ServerResponse
const waiting = { socket: null } as ServerResponse

describe('a turn', () => {
  it('is shared by all requests that are read together, and ends before others can arrive', async () => {
    const turnOf = ticks()
    const turn = turnOf(onItsOwn)
    expect(turnOf(onItsOwn)).toBe(turn)
    expect(turn?.isOver).toBe(false)
    await new Promise((resolve) => setImmediate(resolve))
    expect(turn?.isOver).toBe(true)
    expect(turnOf(onItsOwn)).not.toBe(turn)
  })

  it('does not include a request that waits behind another one on its connection, because nobody knows when it was sent', () => {
    expect(ticks()(waiting)).toBeUndefined()
  })

  it('ends after a bounded number of requests', () => {
    const turnOf = ticks()
    const all = Array.from({ length: 130 }, () => turnOf(onItsOwn))
    expect(new Set(all).size).toBe(3)
    expect(all[0]?.isOver).toBe(true)
    expect(all.at(-1)?.isOver).toBe(false)
  })
})
