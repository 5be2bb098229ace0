// What the server itself says when nobody could answer.
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { faultOf } from './refusals.ts'

describe('an answer that nobody could give', () => {
  it('ERR-07 says that the disk is full, and of any other storage that it is busy', () => {
    const full = faultOf(new StorageUnavailable('full', { isFull: true }))
    expect(full).toMatchObject({
      status: 503,
      code: 'no-store',
      text: 'The disk of the server is full: nothing was stored.',
    })
    const locked = faultOf(new StorageUnavailable('locked'))
    expect(locked.status).toBe(503)
    expect(locked.text).not.toContain('disk')
    expect(faultOf(new Error('x')).status).toBe(500)
  })
})
