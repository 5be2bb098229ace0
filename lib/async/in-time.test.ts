import { describe, expect, it } from 'vitest'
import { inTime } from './in-time.ts'

const never = new Promise<never>(() => undefined)

describe('work that must be done within a time', () => {
  it('is rejected when it is not, and told so by its signal', async () => {
    let signal: AbortSignal | undefined
    const work = inTime(1, (given) => {
      signal = given
      return never
    })
    await expect(work).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(signal?.aborted).toBe(true)
  })

  it('leaves its signal alone when it is', async () => {
    let signal: AbortSignal | undefined
    const work = inTime(10_000, async (given) => {
      signal = given
      return 'done'
    })
    expect(await work).toBe('done')
    expect(signal?.aborted).toBe(false)
  })

  it('fails as the work does', async () => {
    await expect(inTime(10_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })
})
