// Graceful shutdown: running requests are finished, new ones refused, and the database is closed.
import type { Server } from 'node:http'
import type { Domain } from '../domain/domain.ts'

/** The interval at which idle connections are closed. */
const LOOK_EVERY_MS = 25
/** How long a connection may be without a request before it is closed, including one that never sent any. */
const QUIET_MS = 200
/** How long a database may take to be closed; one on a network that has gone quiet would take for ever. */
const CLOSING_MS = 15_000

/**
 * Ends the process on SIGTERM and SIGINT. First /readyz reports it for `shutdownDelay` seconds; then new requests are
 * refused and running ones answered. The exit code is 0, or 1 when something took too long. A second signal ends the
 * process immediately. `stopWork` ends the work between requests.
 */
export function endOnSignal(domain: Domain, server: Server, stopWork: () => void = () => undefined): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    stopWork()
    void finish(domain, server).then((code) => process.exit(code))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function finish(domain: Domain, server: Server): Promise<number> {
  const { ops } = domain.peers
  ops.stop()
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  await pause(domain.config.shutdownDelay * 1000)
  for (const peer of [domain.peers.traces, domain.peers.portal]) peer.close() // A stream does not end by itself.
  const cutOff = await drained(server, ops.inFlight, domain.config.shutdownTimeout * 1000)
  if (cutOff > 0) domain.log.warn({ requests: cutOff }, 'requests were cut off: they took too long')
  // The last process to close a file merges its write-ahead log into it.
  const isClosed = await Promise.race([domain.close().then(() => true), pause(CLOSING_MS).then(() => false)])
  if (!isClosed) domain.log.warn({}, 'the database was not closed: it did not answer in time')
  return cutOff > 0 || !isClosed ? 1 : 0
}

/** Resolves when the server has no connection left, with the number of requests cut off. */
function drained(server: Server, inFlight: () => number, patience: number): Promise<number> {
  const startedAt = performance.now()
  let quietFrom = startedAt
  let cutOff = 0
  return new Promise((resolve) => {
    const looking = setInterval(() => {
      const now = performance.now()
      server.closeIdleConnections()
      if (inFlight() > 0) quietFrom = now
      const tooLong = now - startedAt > patience
      if (tooLong) cutOff = inFlight()
      if (tooLong || now - quietFrom > QUIET_MS) server.closeAllConnections()
    }, LOOK_EVERY_MS)
    server.close(() => {
      clearInterval(looking)
      resolve(cutOff)
    })
  })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
