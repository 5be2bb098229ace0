// Calls that wait together are one call.
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { gather, shared } from './gather.ts'

/** A question is answered by its double; each call waits until it is let go. */
function held() {
  const calls: (readonly number[])[] = []
  const going: (() => void)[] = []
  const ask = gather(async (all: readonly number[]) => {
    calls.push(all)
    await new Promise<void>((resolve) => going.push(resolve))
    if (all.includes(13)) throw new Error('13')
    return all.map((one) => one * 2)
  }, 3)
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  const goOn = async () => {
    await turn()
    going.shift()?.()
    await turn()
  }
  return { ask, calls, goOn }
}

describe('calls that wait together', () => {
  it('are one call, and so are those that come while it is under way', async () => {
    const { ask, calls, goOn } = held()
    const first = Promise.all([ask(1), ask(2)])
    await goOn()
    expect(await first).toEqual([2, 4])
    const one = ask(3)
    await new Promise((resolve) => setImmediate(resolve))
    const later = Promise.all([ask(4), ask(5)])
    await goOn()
    await goOn()
    expect([await one, await later, calls]).toEqual([6, [8, 10], [[1, 2], [3], [4, 5]]])
  })

  it('are several calls where one would be too large', async () => {
    const { ask, calls, goOn } = held()
    const all = Promise.all([1, 2, 3, 4].map(ask))
    await goOn()
    await goOn()
    expect([await all, calls]).toEqual([
      [2, 4, 6, 8],
      [[1, 2, 3], [4]],
    ])
  })

  it('fail alone: what one is refused for does not fail the others', async () => {
    const { ask, goOn } = held()
    const all = Promise.allSettled([1, 13, 3].map(ask))
    for (let calls = 0; calls < 4; calls += 1) await goOn()
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('are not made again for a database that cannot be reached', async () => {
    let calls = 0
    const ask = gather(async () => {
      calls += 1
      throw new StorageUnavailable('away')
    })
    const all = await Promise.allSettled([ask(1), ask(2)])
    expect([all.map(({ status }) => status), calls]).toEqual([['rejected', 'rejected'], 1])
  })

  it('share an answer that began after each of them asked', async () => {
    let begun = 0
    const look = shared(async () => {
      begun += 1
      return begun
    })
    expect(await Promise.all([look(), look(), look().then(() => look())])).toEqual([1, 1, 2])
  })
})
