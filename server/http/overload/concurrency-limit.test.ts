import { describe, expect, it } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n)

describe('a limit', () => {
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

  it('LIM-04 count the addresses of an IPv6 network as one', () => {
    const { taken, give } = taking(160)
    expect(taken('2001:db8::1')).toBe(80 + 30)
    expect(taken('2001:db8::2')).toBe(0)
    expect(taken('2001:db8:0:1::1')).toBe(30)
    for (const _ of numbers(110)) give('2001:db8::2', undefined)
    for (const _ of numbers(30)) give('2001:db8:0:1::2', undefined)
    expect(taken('2001:db8::1'), 'nothing is left counted').toBe(110)
  })

  it('count as they were for the next crowd of the same address', () => {
    const { taken, give } = taking(160)
    for (const _ of numbers(3)) {
      expect([taken('192.0.2.1', 'loud'), taken('192.0.2.1')]).toEqual([90, 30])
      for (const _ of numbers(90)) give('192.0.2.1', 'loud')
      for (const _ of numbers(30)) give('192.0.2.1', undefined)
    }
  })

  it('count a place as given back, whichever name of its address it was', () => {
    const { taken, take, give } = taking(160)
    for (const _ of numbers(80)) take('192.0.2.1', 'early')
    expect(taken('192.0.2.1', 'late')).toBe(10)
    for (const _ of numbers(5)) give('192.0.2.1', 'early')
    for (const _ of numbers(5)) take('192.0.2.2', undefined)
    expect(taken('192.0.2.1', 'late')).toBe(5)
  })

  it('distinguish nobody before half of them are taken', () => {
    const { isCrowded, take, give } = concurrencyLimit(160)
    for (const _ of numbers(79)) take('192.0.2.1', undefined)
    expect(isCrowded()).toBe(false)
    take('192.0.2.1', undefined)
    expect(isCrowded()).toBe(true)
    give('192.0.2.1', undefined)
    expect(isCrowded()).toBe(false)
  })
})
