// Which hosts lead to a stranger, and which to this machine, its neighbours or nowhere (IANA special-purpose registries).
import { describe, expect, it } from 'vitest'
import { isPrivateHost } from './private-host.ts'

const hostOf = (address: string) => new URL(`https://${address.includes(':') ? `[${address}]` : address}`).hostname

describe('the host of a URL that a stranger gave', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.0.1', '198.19.0.1'],
    ...['192.0.0.170', '192.0.2.1', '198.51.100.1', '203.0.113.255', '192.88.99.1', '192.31.196.1', '192.52.193.1'],
    ...['192.175.48.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
    ...[
      '2001::1',
      '2001:2::1',
      '2001:10::1',
      '2001:20::1',
      '2001:db8::1',
      '2002:a00:1::1',
      '2620:4f:8000::1',
      '3fff::1',
    ],
    ...['5f00::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1'],
  ])('AST-22 is refused as private at %s', (address) => {
    expect(isPrivateHost(hostOf(address))).toBe(true)
  })

  it.each([
    '8.8.8.8',
    '192.0.3.1',
    '198.51.101.1',
    '203.0.112.1',
    '172.32.0.1',
    '2a00:1450::1',
    '2606:4700::1',
    'a.example',
  ])('AST-22 is allowed at %s', (address) => {
    expect(isPrivateHost(hostOf(address))).toBe(false)
  })
})
