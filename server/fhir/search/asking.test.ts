import { describe, expect, it } from 'vitest'
import { limitersInMemory } from '#lib/http/limiter.ts'
import { SearchRefused } from '#lib/search-refused.ts'
import { createLimits } from '#server/domain/rate-limits.ts'
import { testDomain } from '#server/testing/domain.ts'
import { failureOf } from '../failure.ts'
import type { FhirError } from '../outcome.ts'
import type { Search } from '../store.ts'
import { askingAhead, onBehalf } from './asking.ts'

const QUOTA = 10
const WIDE: Search = {
  type: 'Observation',
  conditions: [{ param: 'status', alternatives: [{ value: 'final' }] }],
  visibility: 'all',
  sort: { by: [{ params: ['date'], descending: true }], ties: '-_lastUpdated' },
}

function asker() {
  const quotas = { tokenPerClient: 1, tokenPerAddress: 1, authorizePerAddress: 1, pagesPerAddress: 1, apiPerAddress: 1 }
  const limits = createLimits(limitersInMemory(), { ...quotas, fhir: QUOTA }).fhir
  const left = async () => {
    let requests = 0
    while (!(await limits.client.count('app'))) requests += 1
    return requests
  }
  return { left, asker: { deps: { limits }, caller: { clientId: 'app' }, request: new Request('http://localhost') } }
}

const refused = (search: Search, reason: 'too-costly' | 'busy') =>
  onBehalf(asker().asker, search, async () => {
    throw new SearchRefused(reason)
  }).catch((error: FhirError) => error)

describe('a search for a caller', () => {
  it.each([
    [0, QUOTA],
    [900, QUOTA],
    [2600, QUOTA - 4],
  ])(
    'FBO-13 costs as many requests as it took half seconds, of which one is counted already: %i ms',
    async (ms, rest) => {
      const { left, asker: caller } = asker()
      await onBehalf(caller, WIDE, async ({ spent }) => spent?.(ms))
      expect(await left()).toBe(rest)
    },
  )

  it('FBO-13 costs as much where it is made ahead of a second page', async () => {
    const { left, asker: caller } = asker()
    const { client, signal, spent } = askingAhead(caller)
    spent?.(2600)
    expect([client, signal, await left()]).toEqual(['app', undefined, QUOTA - 4])
  })

  it('FBO-01 that takes too long is refused for good and says what to narrow', async () => {
    expect(await refused(WIDE, 'too-costly')).toMatchObject({
      status: 400,
      code: 'too-costly',
      message: expect.stringMatching(/few Observation resources have in common.*by, status,.*leave _sort out/),
    })
    expect(await refused({ ...WIDE, sort: '_id' }, 'too-costly')).not.toMatchObject({
      message: expect.stringContaining('_sort'),
    })
  })

  it('FBO-06 that finds no place to wait is refused for now', async () => {
    const { domain } = await testDomain()
    expect(failureOf(await refused(WIDE, 'busy'), { deps: domain, requestId: 'r' })).toMatchObject({
      status: 503,
      code: 'throttled',
      options: { headers: { 'retry-after': expect.stringMatching(/^\d+$/) } },
    })
  })
})
