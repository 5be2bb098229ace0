import { describe, expect, it } from 'vitest'
import { inTime } from './in-time.ts'

describe('work that must be done within a time', () => {
  it('is rejected when it is not, and told so by its signal', async () => {
    const signals: AbortSignal[] = []
    const work = inTime(1, (signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    })
    await expect(work).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('leaves its signal alone when it is', async () => {
    const signal = await inTime(10_000, async (given) => given)
    expect(signal.aborted).toBe(false)
  })

  it('fails as the work does', async () => {
    await expect(inTime(10_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })
})
