// Hosts that no request to a stranger may reach: addresses of this machine and its neighbours, and names inside a network.
import { BlockList, isIP } from 'node:net'

// Ranges that lead to this machine, its neighbours, or nowhere (IANA special-purpose address registries). There is one
// list per IP version, because a BlockList also matches IPv4 addresses against the IPv6 range of mapped ones, which
// would be all of them.
const PRIVATE_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // TEST-NET-1
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // Relays of 6to4, no longer in use.
  ['192.168.0.0', 16],
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15],
  ['198.51.100.0', 24], // TEST-NET-2
  ['203.0.113.0', 24], // TEST-NET-3
  ['224.0.0.0', 3],
])
/**
 * Everything except 2000::/3, the only range assigned as public; and, within it, ranges that represent other addresses,
 * or none.
 */
const PRIVATE_IPV6 = blockList('ipv6', [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23], // Teredo, ORCHID, benchmarks and more.
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48], // AS112
  ['2002::', 16], // 6to4
  ['3fff::', 20],
])

/** Names that are only known inside a network (RFC 6761, RFC 6762, RFC 9476 and common habit). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|private|corp)\.?$/

/** True when a host, as URL writes it (so 0x7f.1 is 127.0.0.1), is a private address or name. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 4) return PRIVATE_IPV4.check(address, 'ipv4')
  if (version === 6) return PRIVATE_IPV6.check(address, 'ipv6')
  return PRIVATE_NAME.test(hostname) || !hostname.replace(/\.$/, '').includes('.')
}

function blockList(version: 'ipv4' | 'ipv6', ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, version)
  return list
}
