import { describe, expect, it } from 'vitest'
import { once } from './once.ts'

describe('a change that is asked for again', () => {
  it('is sent once until its answer arrives, whether it succeeds or fails, and can then be sent again', async () => {
    let sent = 0
    const sending = async (answer: Promise<string>) => {
      sent += 1
      return answer
    }
    const done = () => once('POST /users {"name":"Nina"}', () => sending(Promise.resolve(`done ${sent}`)))
    expect(await Promise.all([done(), done()])).toEqual(['done 0', 'done 0'])
    expect(await done()).toBe('done 1')
    const failing = () => once('POST /users {"name":"Nina"}', () => sending(Promise.reject(new TypeError('away'))))
    const [first, second] = await Promise.allSettled([failing(), failing()])
    expect([first.status, second.status, sent]).toEqual(['rejected', 'rejected', 3])
    expect(await done()).toBe('done 3')
  })

  it('is a different change when its method, path or body differs', async () => {
    const answers = await Promise.all(['PUT /a 1', 'PUT /a 2', 'PUT /b 1'].map((one) => once(one, async () => one)))
    expect(answers).toEqual(['PUT /a 1', 'PUT /a 2', 'PUT /b 1'])
  })
})
