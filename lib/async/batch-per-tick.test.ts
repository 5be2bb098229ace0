// batchPerTick: items of one tick of the event loop are processed together.
import { describe, expect, it } from 'vitest'
import { batchPerTick } from './batch-per-tick.ts'

describe('items collected within one tick', () => {
  it('are handled in one call, and later items in another', async () => {
    const done: (readonly number[])[] = []
    const add = batchPerTick<number>(async (items) => {
      done.push(items)
    })
    await Promise.all([add(1), add(2), Promise.resolve().then(() => add(3))])
    await add(4)
    expect(done).toEqual([[1, 2, 3], [4]])
  })

  it('all fail when that call fails, and later items do not', async () => {
    let broken = true
    const add = batchPerTick<number>(async () => {
      if (broken) throw new Error('no')
    })
    const outcomes = await Promise.allSettled([add(1), add(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    await expect(add(3)).resolves.toBeUndefined()
  })
})
