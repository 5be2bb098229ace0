import { describe, expect, it } from 'vitest'
import { instantOfClaim } from './claim-instants.ts'

describe('the times in a token', () => {
  it.each(['exp', 'iat', 'nbf', 'auth_time'])('are seconds since 1970 in the claim %s', (name) => {
    expect(instantOfClaim(name, 1_763_733_600)).toBe('2025-11-21T14:00:00.000Z')
  })

  it.each([
    ['exp', 1e15],
    ['exp', '1763733600'],
    ['sub', 1_763_733_600],
  ])('are not shown for %s with %j', (name, value) => {
    expect(instantOfClaim(name, value)).toBeUndefined()
  })
})
