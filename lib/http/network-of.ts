// The network that an address is counted as in rate limits.
import { isIPv6 } from 'node:net'

/**
 * The IPv4 address, or the /64 of an IPv6 address: a subscriber has the whole /64, so limits per address would limit
 * nobody.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const front = groupsOf(head)
  const back = tail === undefined ? [] : groupsOf(tail)
  const zeros = new Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
