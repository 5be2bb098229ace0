import { describe, expect, it } from 'vitest'
import { authenticatedCallers } from '#server/domain/authenticated-callers.ts'
import { routeFinder, splitTarget } from '#server/domain/find-route.ts'
import { ROUTES } from '#server/domain/routes.ts'
import { createAdmission } from './admission.ts'
import { concurrencyLimit } from './concurrency-limit.ts'
import { fairLevel } from './fair-shares.ts'
import { createLoadShedder, LOOK_EVERY } from './load-shedder.ts'

const find = routeFinder(ROUTES)
const rowOf = (target: string) => find(splitTarget(target).pathname)

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

/** An event loop that the test turns: each turn takes as long as what was served in it, and is looked at. */
function loop() {
  let at = 0
  const pressure = createLoadShedder(() => at)
  const turn = (asked: readonly (readonly [source: string, requests: number, token?: string])[], msEach: number) => {
    const served = new Map<string, number>()
    let work = 0
    for (const [source, requests, token] of asked)
      for (const _ of numbers(requests))
        if (pressure.admits(source, token)) {
          const name = token ?? source
          served.set(name, (served.get(name) ?? 0) + 1)
          work += msEach
        }
    at += LOOK_EVERY + work
    pressure.look()
    return { served: (name: string) => served.get(name) ?? 0, work }
  }
  return { pressure, turn }
}

describe('pressure', () => {
  it('refuses nothing while the loop is in time, nor for one long turn', () => {
    const { pressure, turn } = loop()
    for (const _ of numbers(20)) expect(turn([['a', 100]], 0.1).served('a')).toBe(100)
    expect(turn([['a', 100]], 10).served('a')).toBe(100)
    for (const _ of numbers(20)) expect(turn([['a', 100]], 0.1).served('a')).toBe(100)
    expect(pressure.isHigh()).toBe(false)
  })

  it('refuses nobody who asks little, however late the loop is: then it is somebody else who makes it late', () => {
    const { pressure, turn } = loop()
    for (const _ of numbers(50)) expect(turn([['a', 20]], 50).served('a')).toBe(20)
    expect(pressure.isHigh()).toBe(false)
  })

  it('keeps turns short at ten times what can be served, serves all that can be, and all again as soon as it is over', () => {
    const { pressure, turn } = loop()
    const flood = numbers(100).map(() => turn([['a', 5000]], 0.1).work)
    const later = flood.slice(20)
    expect(Math.max(...later)).toBeLessThan(110)
    expect(later.reduce((sum, ms) => sum + ms, 0) / later.length, 'the time is used').toBeGreaterThan(30)
    expect(turn([['a', 10]], 0.1).served('a'), 'at once').toBe(10)
    for (const _ of numbers(40)) turn([['a', 100]], 0.1)
    expect(pressure.isHigh()).toBe(false)
    expect(turn([['a', 500]], 0.1).served('a')).toBe(500)
  })

  it('LIM-04 gives each address its share, and each proven name of an address its own', () => {
    const { turn } = loop()
    for (const n of numbers(60)) {
      const { served } = turn(
        [
          ['flood', 5000],
          ['polite', 20],
          ['shared', 3000, 'loud name'],
          ['shared', 10, 'quiet name'],
        ],
        0.1,
      )
      if (n < 10) continue
      expect(served('polite')).toBe(20)
      expect(served('quiet name')).toBe(10)
      expect(served('flood')).toBeGreaterThan(30)
      expect(served('loud name')).toBeGreaterThan(30)
    }
  })

  it('LIM-04 serves a name that asks now and then, though all else from its address has proven nothing', () => {
    const { turn } = loop()
    for (const n of numbers(100)) {
      const { served } = turn(
        n % 10 === 0
          ? [
              ['shared', 5000],
              ['shared', 1, 'quiet name'],
            ]
          : [['shared', 5000]],
        0.1,
      )
      if (n >= 10 && n % 10 === 0) expect(served('quiet name')).toBe(1)
    }
  })

  it('LIM-10 tells no more sources apart than it has room for', () => {
    const { turn } = loop()
    for (const _ of numbers(6)) turn([['a', 5000]], 0.1)
    const many = numbers(30_000).map((n) => [`10.0.${n >> 8}.${n & 255}`, 1] as const)
    expect(turn(many, 0).work).toBe(0)
  })
})

describe('fair shares', () => {
  it('give little askers all they ask, and divide the rest evenly', () => {
    expect(fairLevel(100, [10, 20, 500, 600])).toBe(35)
    expect(fairLevel(100, [10, 20])).toBe(100)
    expect(
      fairLevel(
        10,
        numbers(50).map(() => 9),
      ),
    ).toBe(1)
    expect(fairLevel(100, [])).toBe(100)
  })
})

describe('slots', () => {
  const taking = (places: number) => {
    const { take, give } = concurrencyLimit(places)
    const taken = (address: string, name?: string) => numbers(1000).filter(() => take(address, name)).length
    return { taken, take, give }
  }

  it('LIM-04 leave a quarter to others, whatever one address asks, and count exactly', () => {
    const { taken, take, give } = taking(160)
    expect(taken('192.0.2.1')).toBe(80 + 30)
    expect(taken('192.0.2.1', 'proven')).toBe(10)
    expect(taken('192.0.2.2')).toBe(30)
    expect(taken('192.0.2.3')).toBe(10)
    expect(take('192.0.2.4', undefined)).toBe(false)
    for (const _ of numbers(110)) give('192.0.2.1', undefined)
    for (const _ of numbers(10)) give('192.0.2.1', 'proven')
    for (const _ of numbers(30)) give('192.0.2.2', undefined)
    for (const _ of numbers(10)) give('192.0.2.3', undefined)
    expect(taken('192.0.2.3'), 'nothing is left counted').toBe(110)
  })

  it('LIM-04 leave places to the others of an address, whatever name a flood from it has', () => {
    const { taken } = taking(160)
    expect(taken('192.0.2.1', 'loud')).toBe(80 + 10)
    expect(taken('192.0.2.1', 'quiet')).toBe(10)
    expect(taken('192.0.2.1')).toBe(20)
  })
})

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
})
