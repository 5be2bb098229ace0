import { describe, expect, it } from 'vitest'
import { createAdmission } from './admission.ts'
import { fairLevel } from './fair-share.ts'
import { kindOf } from './kinds.ts'
import { createPressure, LOOK_EVERY } from './pressure.ts'
import { slots } from './slots.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

/** An event loop that the test turns: each turn takes as long as what was served in it, and is looked at. */
function loop() {
  let at = 0
  const pressure = createPressure(() => at)
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

  it('LIM-04 gives each address its share, and each token of an address its own', () => {
    const { turn } = loop()
    for (const n of numbers(60)) {
      const { served } = turn(
        [
          ['flood', 5000],
          ['polite', 20],
          ['shared', 3000, 'loud token'],
          ['shared', 10, 'quiet token'],
        ],
        0.1,
      )
      if (n < 10) continue
      expect(served('polite')).toBe(20)
      expect(served('quiet token')).toBe(10)
      expect(served('flood')).toBeGreaterThan(30)
      expect(served('loud token')).toBeGreaterThan(30)
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
  it('LIM-04 leave a quarter to others, whatever one address asks, and count exactly', () => {
    const { take, give } = slots(100)
    expect(numbers(1000).filter(() => take('192.0.2.1'))).toHaveLength(75)
    expect(numbers(1000).filter(() => take('192.0.2.2'))).toHaveLength(25)
    expect(take('192.0.2.3')).toBe(false)
    for (const _ of numbers(75)) give('192.0.2.1')
    for (const _ of numbers(25)) give('192.0.2.2')
    expect(numbers(1000).filter(() => take('192.0.2.3'))).toHaveLength(75)
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
    expect(kindOf(target)).toBe(kind)
  })

  it('never refuses what watches over the process', () => {
    const places = { fhir: 1, work: 1, poll: 1, page: 1 }
    const { admit } = createAdmission({ admits: () => false }, places)
    const ask = (url: string) => admit({ url, headers: {} }, '192.0.2.1')
    for (const url of ['/livez', '/readyz', '/metrics']) expect(ask(url)).toBeDefined()
    expect(ask('/fhir/metadata')).toBeUndefined()
  })

  it('keeps the places of a kind from the floods of the others', () => {
    const { admit } = createAdmission({ admits: () => true }, { fhir: 4, work: 4, poll: 4, page: 4 })
    const ask = (url: string) => admit({ url, headers: {} }, '192.0.2.1')
    const taken = numbers(10).map(() => ask('/oauth2/token'))
    expect(taken.filter((release) => release)).toHaveLength(3)
    expect(ask('/fhir/metadata')).toBeDefined()
    taken[0]?.()
    expect(ask('/oauth2/token')).toBeDefined()
  })
})
