// Addresses of callers: how one is written, and the network that it is counted as in rate limits.
import { isIP } from 'node:net'

/**
 * The one spelling of an address, without what proxies and systems write around it: a port (RFC 7239 §6), brackets,
 * a zone, the IPv6 form of an IPv4 address. Undefined for a text that is no address.
 */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, v4] = /^\[([^[\]]*)\](?::\d*)?$|^([\d.]+):\d*$/.exec(text.trim()) ?? []
  const [address = ''] = (bracketed ?? v4 ?? text.trim()).split('%')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  return ipv4Of(canonical) ?? canonical
}

/** The IPv4 address that an IPv6 address stands for, as URL writes it: ::ffff:cb00:7108. */
function ipv4Of(address: string): string | undefined {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? []
  if (high === undefined || low === undefined) return undefined
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [one >> 8, one & 255, two >> 8, two & 255].join('.')
}

/** What a subscriber of IPv6 has: a /64 at least, often a /56, and an organisation a /48 (RFC 6177). */
export type Prefix = 48 | 56 | 64

/**
 * The IPv4 address, or the network of an IPv6 address: a subscriber has the whole /64, so limits per address would
 * limit nobody.
 */
export function networkOf(text: string, prefix: Prefix = 64): string {
  const address = text.includes(':') ? (plainAddress(text) ?? text) : text
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const front = groupsOf(head)
  const back = tail === undefined ? [] : groupsOf(tail)
  const zeros = new Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, Math.ceil(prefix / 16))
  return prefix === 56 ? [...groups.slice(0, 3), groups[3]?.padStart(4, '0').slice(0, 2)].join(':') : groups.join(':')
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
