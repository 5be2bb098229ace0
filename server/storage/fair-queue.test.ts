import { describe, expect, it } from 'vitest'
import { type Turns, turns } from './fair-queue.ts'

/** Searches that end when they are told to, and the order in which they began. */
function searching(places: number, longestWait?: number) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const all: Turns<number> = turns(
    Array.from({ length: places }, (_, n) => n),
    longestWait,
  )
  const ask = (client: string, name = client, signal?: AbortSignal) =>
    all.take({ client, signal }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { all, begun, ask, end }
}

const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: { readonly reason?: string }) => error.reason,
  )

describe('turns of searches', () => {
  it('FBO-05 one search of a client runs at a time, and another client does not wait behind the others', async () => {
    const { begun, ask, end } = searching(2)
    for (let n = 0; n < 8; n += 1) void outcome(ask('a', `a${n}`))
    expect(begun).toEqual(['a0'])
    void outcome(ask('b'))
    expect(begun).toEqual(['a0', 'b'])
    await end('a0')
    expect(begun).toEqual(['a0', 'b', 'a1'])
  })

  it('FBO-05 clients that wait take turns', async () => {
    const { begun, ask, end } = searching(1)
    for (const name of ['a0', 'a1', 'a2', 'b0', 'b1', 'c0']) void outcome(ask(name.slice(0, 1), name))
    for (const name of ['a0', 'b0', 'c0', 'a1', 'b1', 'a2']) {
      expect(begun.at(-1)).toBe(name)
      await end(name)
    }
  })

  it('FBO-06 eight searches of one client wait at most, and sixty-four of all; others are refused at once', async () => {
    const { all, ask } = searching(1)
    const ofA = Array.from({ length: 200 }, (_, n) => outcome(ask('a', `a${n}`)))
    expect(await Promise.all(ofA.slice(9))).toEqual(Array(191).fill('busy'))
    for (let n = 0; n < 56; n += 1) void outcome(ask(`b${n}`))
    expect(all.size()).toBe(65)
    expect(await outcome(ask('c'))).toBe('busy')
  })

  it('FBO-02 a waiting search whose client has gone never runs', async () => {
    const { all, begun, ask, end } = searching(1)
    const [gone, before] = [new AbortController(), AbortSignal.abort()]
    void outcome(ask('a'))
    const asked = outcome(ask('b', 'b', gone.signal))
    gone.abort()
    expect([await asked, await outcome(ask('c', 'c', before)), all.size()]).toEqual(['gone', 'gone', 1])
    await end('a')
    expect([begun, all.size()]).toEqual([['a'], 0])
  })

  it('FBO-06 nobody waits longer than a connection stays open', async () => {
    const { ask } = searching(1, 20)
    void outcome(ask('a'))
    expect(await outcome(ask('b'))).toBe('busy')
  })

  it('continues after a failed search', async () => {
    const all = turns([1])
    const failing = all.take({ client: 'a' }, async () => {
      throw new Error('broken')
    })
    await expect(failing).rejects.toThrow('broken')
    expect(await all.take({ client: 'a' }, async (place) => place)).toBe(1)
  })

  it('refuses all waiting searches when it is closed', async () => {
    const { all, ask } = searching(1)
    void outcome(ask('a'))
    const waiting = [ask('a', 'a1'), ask('b')].map(outcome)
    all.close()
    expect(await Promise.all(waiting)).toEqual(['gone', 'gone'])
  })
})
