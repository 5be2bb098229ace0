// The names of outside addresses, and which of the addresses they resolve to are private: those are not called.
import { lookup } from 'node:dns/promises'
import { isPrivateHost } from '#lib/http/private-host.ts'
import { isLoopbackHost } from '#lib/http/web-url.ts'

/** Name resolution, and the test for internal addresses; replaceable in tests. */
export interface Names {
  readonly resolve: (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
  readonly isInside: (address: string) => boolean
  /** PEM certificates of authorities to trust instead of the system's. */
  readonly authorities?: readonly string[]
}

/** The system's names. With `loopbackAllowed` this machine is not private; every other private address is. */
export const namesOf = ({ loopbackAllowed } = { loopbackAllowed: false }): Names => ({
  resolve: (name) => lookup(name, { all: true }),
  isInside: loopbackAllowed ? (address) => isPrivateHost(address) && !isThisMachine(address) : isPrivateHost,
})

const isThisMachine = (address: string): boolean => isLoopbackHost(address.includes(':') ? `[${address}]` : address)
