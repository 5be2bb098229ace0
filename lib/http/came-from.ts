// Where a session was begun, as its owner is shown it: the network and the browser.
import { browserName } from './browser-name.ts'
import { networkOf } from './network-of.ts'

/** Where a log-in came from. */
export interface CameFrom {
  readonly network: string
  readonly browser?: string
}

/** What a session keeps of the request that began it, and of the address of its sender. */
export function cameFrom(request: Request, address: string): CameFrom {
  const browser = browserName(request)
  return { network: networkOf(address), ...(browser ? { browser } : {}) }
}
