import { describe, expect, it } from 'vitest'
import { fewPerTurn, oncePerTurn } from './turns.ts'

describe('work that must not all begin in one turn of the event loop', () => {
  it('begins in order of arrival, so many in a turn and no more, and what comes later waits for its own', async () => {
    const turn = fewPerTurn(4)
    const begun: string[] = []
    let now = 0
    let isOver = false
    const next = () => {
      now += 1
      if (!isOver) setImmediate(next)
    }
    setImmediate(next)
    const work = async (name: string) => {
      await turn()
      begun.push(`${name} in turn ${now}`)
    }
    const first = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map(work)
    await first[4]
    await Promise.all([...first, work('j')])
    isOver = true
    const expected = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2].map((at, index) => `${'abcdefghij'[index]} in turn ${at}`)
    expect(begun).toEqual(expected)
  })
})

describe('work that is done once per turn of the event loop', () => {
  it('begins after the turn in which it was asked for, and again for who asks after it has begun', async () => {
    const begun: string[] = []
    const work = oncePerTurn(async () => {
      begun.push(`as ${asked}`)
      return begun.length
    })
    let asked = 'one'
    const first = [work(), work()]
    asked = 'two'
    expect(begun).toEqual([])
    expect(await Promise.all(first)).toEqual([1, 1])
    asked = 'three'
    expect(await work()).toBe(2)
    expect(begun).toEqual(['as two', 'as three'])
  })

  it('fails for all who asked, and for nobody after them', async () => {
    let isBroken = true
    const work = oncePerTurn(async () => {
      if (isBroken) throw new Error('broken')
    })
    expect(await Promise.allSettled([work(), work()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    isBroken = false
    await work()
  })
})
