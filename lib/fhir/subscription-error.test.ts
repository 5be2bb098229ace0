import { describe, expect, it } from 'vitest'
import { readSubscriptionError, writeSubscriptionError } from './subscription-error.ts'

describe('Subscription.error', () => {
  it.each([
    [{ failure: 'http-410', cause: 'gone' }, 'http-410: the receiver is gone'],
    [{ failure: 'dns', cause: 'handshake' }, 'dns: the handshake failed'],
    [{ failure: 'http-500', cause: 'inARow', value: '3' }, 'http-500: failed 3 times in a row'],
    [
      { failure: 'timeout', cause: 'since', value: '2026-11-24T02:00:00.000Z' },
      'timeout: failed since 2026-11-24T02:00:00.000Z',
    ],
    [{ failure: 'slow', cause: 'waited', value: '10000' }, 'slow: more than 10000 events waited'],
  ] as const)('is parsed as it was written: %j', (error, text) => {
    expect(writeSubscriptionError(error)).toBe(text)
    expect(readSubscriptionError(text)).toEqual(error)
  })

  it.each(['', 'dns', 'dns: something else', 'The receiver is gone'])(
    'is not parsed when another system wrote it: %j',
    (text) => {
      expect(readSubscriptionError(text)).toBeUndefined()
    },
  )
})
