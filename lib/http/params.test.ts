// Request forms: an overlong form is given up immediately, also when another reader holds the same body.
import { describe, expect, it } from 'vitest'
import { formParams } from './params.ts'

/** A form that never ends: its sender waits for an answer. */
function endless(): Request {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1
      if (sent > 8) return new Promise(() => undefined)
      controller.enqueue(new Uint8Array(16 * 1024).fill(97))
      return undefined
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Request('http://domain.example/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

describe('LIM-07 a form that is too long', () => {
  it('is not read to its end', async () => {
    expect(await formParams(endless())).toBe('too-large')
  })

  it('is not read to its end by either of two readers', async () => {
    const request = endless()
    const copy = request.clone()
    expect(await formParams(copy)).toBe('too-large')
    expect(await formParams(request)).toBe('too-large')
  })
})
