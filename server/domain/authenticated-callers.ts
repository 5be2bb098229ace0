// Recently authenticated callers, by which load shedding distinguishes the requests of one address. Any request can
// claim a name, so only verified names get here, and invented names get no share.

import { sha256 } from '#lib/crypto/hash.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

/** Remembers callers whose token or assertion was verified. */
export interface AuthenticatedCallers {
  /** Records an Authorization header with a valid token. */
  readonly bearer: (authorization: string) => void
  /** Records an authenticated client and the address that it called from. */
  readonly client: (address: string, clientId: string) => void
  /** The name for a request with this header; undefined before its token was verified. */
  readonly bearerName: (authorization: string | undefined) => string | undefined
  /**
   * The name for a request that claims to be this client; undefined unless the client authenticated from this address.
   */
  readonly clientName: (address: string, clientId: string | undefined) => string | undefined
}

/** The most names remembered; the least recently seen are dropped. */
const MOST = 20_000

export function authenticatedCallers(): AuthenticatedCallers {
  const names = recentlyUsed<true>(MOST)
  const known = (name: string) => (names.get(name) ? name : undefined)
  return {
    bearer: (authorization) => {
      names.set(bearerName(authorization), true)
    },
    client: (address, clientId) => {
      names.set(clientName(address, clientId), true)
    },
    bearerName: (authorization) => (authorization === undefined ? undefined : known(bearerName(authorization))),
    clientName: (address, clientId) => (clientId === undefined ? undefined : known(clientName(address, clientId))),
  }
}

const bearerName = (authorization: string) => `bearer ${sha256(authorization)}`
const clientName = (address: string, clientId: string) => `client ${networkOf(address)} ${clientId}`
