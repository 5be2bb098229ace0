// Single-use tokens after a restoration: none is good that may have been used before it.
import { describe, expect, it } from 'vitest'
import type { Jti } from '../store.ts'
import { CLOCK_SKEW_S, MAX_LIFETIME_S } from './signed-by-client.ts'
import { claimOnce, mayHaveBeenUsed, reuseProblem, type SingleUseToken } from './single-use.ts'

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

/** The jti that are claimed, and until when. */
function claims(restoredAt?: number) {
  const until = new Map<string, number>()
  const isClaimed = async (...jti: readonly string[]) => until.has(jti.join(' '))
  const claim = async (kind: string, issuer: string, jti: string, expiresAt: number) => {
    if (await isClaimed(kind, issuer, jti)) return false
    until.set([kind, issuer, jti].join(' '), expiresAt)
    return true
  }
  return { until, stores: { replay: { claim, isClaimed }, restoredAt: () => restoredAt } }
}

const TOKEN: SingleUseToken = {
  kind: 'launch',
  issuer: 'portal',
  jti: 'one' as Jti,
  iat: RESTORED,
  exp: RESTORED + 60.5,
}

describe('the use of a token', () => {
  it('LTK-07 AST-12 is remembered for as long as a clock may take the token for valid', async () => {
    const { until, stores } = claims()
    expect(await claimOnce(stores, TOKEN)).toBeUndefined()
    expect(await claimOnce(stores, TOKEN)).toMatch(/used before/)
    expect([...until]).toEqual([['launch portal one', (RESTORED + 61 + CLOCK_SKEW_S) * 1000]])
  })

  it('is seen by a look-up, which consumes nothing', async () => {
    const { stores } = claims()
    expect(await reuseProblem(stores, TOKEN)).toBeUndefined()
    expect(await claimOnce(stores, TOKEN)).toBeUndefined()
    expect(await reuseProblem(stores, TOKEN)).toMatch(/used before/)
    for (const other of [{ kind: 'assertion' as const }, { issuer: 'other' }, { jti: 'two' as Jti }])
      expect(await reuseProblem(stores, { ...TOKEN, ...other })).toBeUndefined()
  })

  it('LTK-07 AST-12 is refused, and not claimed, after a restoration that may have forgotten it', async () => {
    const { until, stores } = claims(RESTORED * 1000)
    for (const decide of [claimOnce, reuseProblem])
      expect(await decide(stores, TOKEN)).toMatch(/restored from a backup/)
    expect(until.size).toBe(0)
    const later = { ...TOKEN, iat: latest + 1, exp: latest + 60 }
    expect(await claimOnce(stores, later)).toBeUndefined()
  })
})
