import { describe, expect, it } from 'vitest'
import { inSlices, stepsInSlices } from './in-slices.ts'
import { allSteps, type Steps } from './steps.ts'

/** Each step takes longer than a slice. */
function* longSteps(count: number): Steps<string> {
  for (let step = 0; step < count; step += 1) {
    const until = performance.now() + 6
    while (performance.now() < until);
    yield
  }
  return 'done'
}

/** Counts the turns of the event loop while something runs. */
async function turnsOf<T>(running: Promise<T>) {
  let turns = 0
  let isOver = false
  const next = () => {
    turns += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  const result = await running
  isOver = true
  return { result, turns }
}

describe('work in steps', () => {
  it('lets others have a turn of the event loop after each slice', async () => {
    const { result, turns } = await turnsOf(stepsInSlices(longSteps(5)))
    expect(result).toBe('done')
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('is done at once where it is asked for at once', () => {
    expect(allSteps(longSteps(2))).toBe('done')
  })

  it('keeps the order of its items, and rejects with what one of them throws', async () => {
    expect(await inSlices([1, 2, 3], (n) => (n === 2 ? undefined : n * 10))).toEqual([10, 30])
    const failing = inSlices([1], () => {
      throw new Error('of the work')
    })
    await expect(failing).rejects.toThrow('of the work')
  })
})
