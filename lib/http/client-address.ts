// The caller's address, passed from the server to the peers in a header that the server overwrites on every request.

import { networkOf } from './network-of.ts'
import { requestContextOf } from './request-context.ts'

/** The header that carries the address; what a caller sends in it never reaches a peer. */
export const CLIENT_ADDRESS_HEADER = 'x-slipway-address'

/** The address of the caller of a request. */
export const clientAddress = (request: Request): string =>
  requestContextOf(request)?.address ?? request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown'

/** The network of that address, for limits by network. */
export const clientNetwork = (request: Request): string => networkOf(clientAddress(request))
