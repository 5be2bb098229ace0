// How the address of a caller is read from what proxies and systems write, and which network it counts as.
import { describe, expect, it } from 'vitest'
import { networkOf, plainAddress } from './network-of.ts'

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.8', '203.0.113.8'],
    ['203.0.113.8:40000', '203.0.113.8'],
    [' 203.0.113.8:40000\t', '203.0.113.8'],
    ['[203.0.113.8]:1', '203.0.113.8'],
    ['::ffff:203.0.113.8', '203.0.113.8'],
    ['::FFFF:cb00:7108', '203.0.113.8'],
    ['[::ffff:203.0.113.8]:40000', '203.0.113.8'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:40000', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
  ])('P2 of %j is %s', (text, address) => {
    expect(plainAddress(text)).toBe(address)
  })

  it.each(['', 'unknown', '_hidden', '203.0.113', '203.0.113.8:x', '[203.0.113.8', '1.2.3.4, 5.6.7.8', 'a.example:1'])(
    'P2 is not found in %j',
    (text) => {
      expect(plainAddress(text)).toBeUndefined()
    },
  )

  it('LIM-10 counts by its /64, and by its /56 or /48 when a subscriber may have as many addresses', () => {
    const networks = (address: string) => [64, 56, 48].map((prefix) => networkOf(address, prefix as 48 | 56 | 64))
    expect(networks('2001:db8:1:2345::1')).toEqual(['2001:db8:1:2345', '2001:db8:1:23', '2001:db8:1'])
    expect(networks('2001:db8:1:23ff:a::1').slice(1)).toEqual(networks('2001:db8:1:2345::1').slice(1))
    expect(networks('2001:db8:1:5::')).toEqual(['2001:db8:1:5', '2001:db8:1:00', '2001:db8:1'])
    expect(networks('[::ffff:192.0.2.7]:1')).toEqual(['192.0.2.7', '192.0.2.7', '192.0.2.7'])
  })
})
