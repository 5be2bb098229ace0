// `trace tail` in the long run.
import { getEventListeners } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { tailTraces } from './trace.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('trace tail looks every second, leaves no listener or timer behind, and ends at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = new AbortController()
  let looks = 0
  const list = async () => {
    looks += 1
    return { items: [], change: looks }
  }
  const source = { list, find: async () => undefined }
  const tail = tailTraces({ source, json: false }, { limit: 10 }, stop.signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([looks, getEventListeners(stop.signal, 'abort').length]).toEqual([11, 1])
  stop.abort()
  await tail
  expect([looks, vi.getTimerCount()]).toEqual([11, 0])
})
