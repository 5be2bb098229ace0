import { describe, expect, it } from 'vitest'
import { createRequestQueue, type Work } from './queue.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Works that take a millisecond each of a clock that the test has. */
function works() {
  let now = 0
  const begun: string[] = []
  const overs: (() => void)[] = []
  const line = createRequestQueue(() => now)
  const work = (name: string, isHeavy = false): Work => ({
    begin: () => {
      begun.push(name)
      now += 1
    },
    isHeavy,
    whenOver: (over) => overs.push(over),
  })
  return { line, work, begun, overs, pass: (ms: number) => (now += ms) }
}

describe('a line', () => {
  it('begins one thing in a turn that is over with it, in the order in which they came', async () => {
    const { line, work, begun } = works()
    for (const name of ['a', 'b', 'c']) line.wait(work(name))
    expect([begun, line.isEmpty()]).toEqual([[], false])
    for (const n of [1, 2, 3]) {
      await turn()
      expect(begun).toHaveLength(n)
    }
    expect([begun, line.isEmpty()]).toEqual([['a', 'b', 'c'], true])
  })

  it('has few signatures worked on at once, lets the rest pass them, and goes on when one is over', async () => {
    const { line, work, begun, overs } = works()
    for (let n = 0; n < 20; n += 1) line.wait(work(`heavy ${n}`, true))
    line.wait(work('light'))
    for (let n = 0; n < 30; n += 1) await turn()
    expect(begun).toHaveLength(17)
    expect(begun.at(-1)).toBe('light')
    overs[3]?.()
    for (let n = 0; n < 3; n += 1) await turn()
    expect(begun.slice(17)).toEqual(['heavy 16'])
  })

  it('says how long the first of it has waited', async () => {
    const { line, work, pass } = works()
    expect(line.age()).toBe(0)
    line.wait(work('a'))
    pass(30)
    line.wait(work('b'))
    expect(line.age()).toBe(30)
    await turn()
    expect(line.age()).toBe(1)
  })
})
