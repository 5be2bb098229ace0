import { describe, expect, it } from 'vitest'
import { authenticatedCallers } from '#server/domain/authenticated-callers.ts'
import { routeFinder, splitTarget } from '#server/domain/find-route.ts'
import { ROUTES } from '#server/domain/routes.ts'
import { createAdmission } from './admission.ts'

const find = routeFinder(ROUTES)
const rowOf = (target: string) => find(splitTarget(target).pathname)

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

describe('admission', () => {
  it.each([
    ['/livez', 'vital'],
    ['/readyz?verbose', 'vital'],
    ['/metrics', 'vital'],
    ['/fhir/DEFAULT/Patient?_count=2', 'fhir'],
    ['//fhir/x', 'fhir'],
    ['/.well-known/smart-configuration', 'fhir'],
    ['/oauth2/token', 'work'],
    ['/idp/login', 'work'],
    ['/launch?iss=x', 'work'],
    ['/api/auth/callback/shared-idp', 'work'],
    ['/traces/api?wait=25', 'poll'],
    ['/livezz', 'page'],
    ['/', 'page'],
    ['/_next/static/chunk.js', 'page'],
  ])('takes %s for %s', (target, kind) => {
    expect(rowOf(target).traffic).toBe(kind)
  })

  it('never refuses what watches over the process', () => {
    const places = { fhir: 1, work: 1, poll: 1, page: 1 }
    const pressure = { admits: () => false, isHigh: () => true }
    const { admit } = createAdmission(pressure, authenticatedCallers(), { places })
    const ask = (url: string) => admit(rowOf(url), { headers: {} }, '192.0.2.1')
    for (const url of ['/livez', '/readyz', '/metrics']) expect(ask(url)).toBeDefined()
    expect(ask('/fhir/metadata')).toBeUndefined()
  })

  it('keeps the places of a kind from the floods of the others', () => {
    const pressure = { admits: () => true, isHigh: () => false }
    const { admit } = createAdmission(pressure, authenticatedCallers(), {
      places: { fhir: 32, work: 32, poll: 4, page: 4 },
    })
    const ask = (url: string) => admit(rowOf(url), { headers: {} }, '192.0.2.1') as (() => void) | undefined
    const taken = numbers(100).map(() => ask('/idp/login'))
    expect(taken.filter((release) => release)).toHaveLength(16 + 6)
    expect(ask('/fhir/metadata')).toBeDefined()
    taken[0]?.()
    expect(ask('/idp/login')).toBeDefined()
  })

  it('LIM-04 tells clients of one address apart only when they have proven themselves from it', () => {
    const proven = authenticatedCallers()
    const [here, elsewhere] = ['192.0.2.1', '192.0.2.2']
    proven.client(here, 'quiet')
    const pressure = { admits: () => true, isHigh: () => true }
    const { admit, admitClient } = createAdmission(pressure, proven)
    const request = { method: 'POST', headers: {} }
    expect(admit(rowOf('/oauth2/token'), request, here)).toBe('unnamed')
    const taken = (clientId: (n: number) => string) => numbers(200).filter((n) => admitClient(here, clientId(n))).length
    expect(
      taken((n) => `made-up-${n}`),
      'half of all, and three quarters of a quarter',
    ).toBe(64 + 24)
    expect(taken(() => 'quiet')).toBe(8)
    expect(proven.clientName(elsewhere, 'quiet')).toBeUndefined()
  })

  it('LIM-04 refuses what the shedder refuses, and whose it is', () => {
    const asked: unknown[] = []
    const shedder = { admits: (...those: unknown[]) => asked.push(those) > 1, isHigh: () => true }
    const callers = authenticatedCallers()
    callers.bearer('Bearer proven')
    const { admit } = createAdmission(shedder, callers)
    const ask = (authorization?: string) =>
      admit(rowOf('/fhir/Patient'), { method: 'GET', headers: authorization ? { authorization } : {} }, '192.0.2.1')
    expect(ask('Bearer proven')).toBeUndefined()
    for (const authorization of ['Bearer made up', undefined]) expect(ask(authorization)).toBeDefined()
    const proven = expect.stringMatching(/^bearer /)
    expect(asked).toEqual(['x', undefined, undefined].map((name) => ['192.0.2.1', name && proven]))
  })

  /** The answer to a request while half of the places are taken. */
  const crowded = (method: string, url: string, headers = {}, namesByBody = true) => {
    const callers = authenticatedCallers()
    callers.bearer('Bearer proven')
    const places = { fhir: 4, work: 4, poll: 4, page: 4 }
    const { admit } = createAdmission({ admits: () => true, isHigh: () => false }, callers, { places, namesByBody })
    const ask = () => admit(rowOf(url), { method, headers }, '192.0.2.1')
    expect([ask(), ask()], 'calm').toEqual([expect.any(Function), expect.any(Function)])
    return ask()
  }

  it('reads the body of a request that names its client there, when and where it tells clients apart', () => {
    for (const url of ['/oauth2/token', '/oauth2/introspect']) expect(crowded('POST', url)).toBe('unnamed')
    expect(crowded('POST', '/idp/login')).not.toBe('unnamed')
    expect(crowded('GET', '/oauth2/token')).not.toBe('unnamed')
    expect(crowded('POST', '/oauth2/introspect', { authorization: 'Bearer proven' })).not.toBe('unnamed')
    expect(crowded('POST', '/oauth2/token', {}, false)).not.toBe('unnamed')
  })
})
