// The caller's address, passed from the server to the peers in a header. Its name is a secret of the process: what a caller sends is
// no address, whichever server it comes through and however early.
import { networkOf } from './network-of.ts'
import { requestContextOf } from './request-context.ts'

/** On globalThis, since Next evaluates this module once for its routes, once for its pages, and so on. */
const shared = globalThis as typeof globalThis & { slipwayAddressHeader?: string }
shared.slipwayAddressHeader ??= `x-slipway-address-${crypto.randomUUID()}`

/** The header that carries the address. */
export const CLIENT_ADDRESS_HEADER = shared.slipwayAddressHeader

/** The address of the caller of a request. */
export const clientAddress = (request: Request): string =>
  requestContextOf(request)?.address ?? request.headers.get(CLIENT_ADDRESS_HEADER) ?? 'unknown'

/** The network of that address, for limits by network. */
export const clientNetwork = (request: Request): string => networkOf(clientAddress(request))
