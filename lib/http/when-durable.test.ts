// An answer leaves after what it changed or consumed is on the disk.
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { whenDurable } from './when-durable.ts'

const ANSWER = new Response('answer')

describe('an answer to a request that consumed something', () => {
  it('waits until the consumption is on the disk', async () => {
    let tell = (): void => undefined
    const disk = new Promise<void>((resolve) => {
      tell = resolve
    })
    let left = false
    const answer = whenDurable({ durable: () => disk }, () => ANSWER).then((response) => {
      left = true
      return response
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(left).toBe(false)
    tell()
    expect(await answer).toBe(ANSWER)
  })

  it('waits when it is a refusal, too', async () => {
    let settled = false
    const disk = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      settled = true
    }
    await expect(whenDurable({ durable: disk }, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(settled).toBe(true)
  })

  it('is not sent when the disk fails', async () => {
    const disk = async () => {
      throw new StorageUnavailable('full')
    }
    await expect(whenDurable({ durable: disk }, () => ANSWER)).rejects.toThrow(StorageUnavailable)
  })
})
