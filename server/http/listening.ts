// Listens on the configured addresses. `localhost` means two addresses on most machines, and clients use either, so the
// server listens on both.
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer, type Server as NetServer } from 'node:net'

const LOOPBACK = ['127.0.0.1', '::1'] as const

/** Errors for an address family that the machine does not have. */
const NOT_HERE = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Listens on a host and a port; on both loopback addresses when the host is `localhost`. Rejects with the error of the
 * address that is unavailable (EADDRINUSE, EACCES), and then listens on none. `server.close` closes all of them.
 */
export async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }) {
  if (host.toLowerCase() !== 'localhost') return listening(server, port, host)
  const [first, second] = LOOPBACK
  await listening(server, port, first).catch((error: unknown) => {
    if (!isNotHere(error)) throw error
    return listening(server, port, second)
  })
  const address = server.address()
  if (address === null || typeof address === 'string' || address.address !== first) return
  await alsoListening(server, address.port, second)
}

/**
 * Rejects as `listen` would, but does not keep listening: a start that cannot listen ends before the domain is opened,
 * or changed for another address.
 */
export async function assertMayListen(address: Parameters<typeof listen>[1]): Promise<void> {
  const server = createHttpServer()
  await listen(server, address)
  await new Promise((closed) => server.close(closed))
}

const listening = (server: NetServer, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Lets a server also accept the connections of another address, for as long as it listens. */
async function alsoListening(server: Server, port: number, host: string): Promise<void> {
  // The options that Node sets beneath HTTP: the end of a request is not the end of its answer.
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  other.maxConnections = server.maxConnections
  try {
    await listening(other, port, host)
  } catch (error) {
    if (isNotHere(error)) return
    server.close()
    throw error
  }
  const close = server.close.bind(server)
  server.close = (done) => {
    if (other.listening) other.close()
    return close(done)
  }
}

const isNotHere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOT_HERE.includes(String(error.code))
