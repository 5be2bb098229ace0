// Where a session was begun, as its owner is shown it: the network and the browser.
import { browserName } from './browser-name.ts'
import { networkOf } from './network-of.ts'

/** Where a log-in came from. */
export interface CameFrom {
  /** The IPv4 address, or the network of an IPv6 address: a subscriber has the whole of it. */
  readonly network: string
  readonly browser?: string
}

/** What a session keeps of the request that began it, and of the address of its sender. */
export function cameFrom(request: Request, address: string): CameFrom {
  const [browser, network] = [browserName(request), networkOf(address)]
  const isWritten = address === '::1' || !network.includes(':')
  return { network: isWritten ? address : `${network}::/64`, ...(browser ? { browser } : {}) }
}
