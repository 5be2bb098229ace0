// Single-use tokens after a restoration: none is good that may have been used before it.
import { describe, expect, it } from 'vitest'
import { CLOCK_SKEW_S, MAX_LIFETIME_S } from './signed-by-client.ts'
import { mayHaveBeenUsed } from './single-use.ts'

/** NumericDate of the restoration. */
const RESTORED = 1_700_000_000
const latest = RESTORED + CLOCK_SKEW_S

describe('a token that is used once', () => {
  it.each([
    ['issued before', { iat: RESTORED - 1, exp: RESTORED + 200 }, true],
    ['issued as late as a fast clock allows', { iat: latest, exp: latest + MAX_LIFETIME_S }, true],
    ['issued after that', { iat: latest + 1, exp: latest + 2 }, false],
    ['without iat, and of an age that nobody knows', { iat: undefined, exp: latest + MAX_LIFETIME_S }, true],
    [
      'without iat, that lives longer than one from before could',
      { iat: undefined, exp: latest + MAX_LIFETIME_S + 1 },
      false,
    ],
  ])('LTK-07 AST-12 is judged by when it can have been issued: %s', (_, times, refused) => {
    expect(mayHaveBeenUsed(times, RESTORED * 1000)).toBe(refused)
    expect(mayHaveBeenUsed(times, undefined)).toBe(false)
  })
})
