import { describe, expect, it } from 'vitest'
import { cameFrom } from './came-from.ts'

describe('where a session came from', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '::1'],
    ['unknown', 'unknown'],
  ])('is for %s the network %s', (address, network) => {
    expect(cameFrom(new Request('https://a.example'), address)).toEqual({ network })
  })
})
