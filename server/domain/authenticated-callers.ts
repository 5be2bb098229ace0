// Recently authenticated clients, by which load shedding tells them from the others at their address. Any request can
// claim a name, so only verified names get here, and invented names get no share.

import { sha256 } from '#lib/crypto/hash.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { recentlyUsed } from '#lib/recently-used.ts'

/** Remembers clients whose token or assertion was verified. */
export interface AuthenticatedCallers {
  /** Records an Authorization header with a valid token of a client. */
  readonly bearer: (authorization: string, clientId: string) => void
  /** Records an authenticated client and the address that it called from. */
  readonly client: (address: string, clientId: string) => void
  /** The client of a request with this header; undefined before its token was verified. */
  readonly ofBearer: (authorization: string | undefined) => string | undefined
  /** The client that a request claims to be from; undefined unless it has authenticated from this address. */
  readonly ofClaim: (address: string, clientId: string | undefined) => string | undefined
}

/** The most entries remembered; the least recently seen are dropped. */
const MOST = 20_000

export function authenticatedCallers(): AuthenticatedCallers {
  const known = recentlyUsed<{ readonly clientId: string }>(MOST)
  const bearerKey = (authorization: string) => `bearer ${sha256(authorization)}`
  const clientKey = (address: string, clientId: string) => `client ${networkOf(address)} ${clientId}`
  return {
    bearer: (authorization, clientId) => void known.set(bearerKey(authorization), { clientId }),
    client: (address, clientId) => void known.set(clientKey(address, clientId), { clientId }),
    ofBearer: (authorization) =>
      authorization === undefined ? undefined : known.get(bearerKey(authorization))?.clientId,
    ofClaim: (address, clientId) =>
      clientId === undefined ? undefined : known.get(clientKey(address, clientId))?.clientId,
  }
}
