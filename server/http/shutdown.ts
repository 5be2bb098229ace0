// Graceful shutdown: requests under way are finished, new ones are refused, and the database is closed.
import type { Server } from 'node:http'
import type { Domain } from '../domain/domain.ts'

/** The interval at which idle connections are closed. */
const LOOK_EVERY_MS = 25
/** The time without a request after which a connection is closed, including those that never sent one. */
const QUIET_MS = 200

/**
 * Ends the process on SIGTERM and SIGINT: /readyz reports it first, for `shutdownDelay` seconds, then no new requests are accepted,
 * those under way are answered, and the exit code is 0; or 1 where something took too long. A second signal ends it immediately.
 */
export function endOnSignal(domain: Domain, server: Server): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
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
  for (const peer of [domain.peers.traces, domain.peers.portal]) peer.close() // A stream would never end by itself.
  const cutOff = await drained(server, ops.inFlight, domain.config.shutdownTimeout * 1000)
  if (cutOff > 0) domain.log.warn({ requests: cutOff }, 'requests were cut off: they took too long')
  await domain.close() // The last one who closes the database puts its write-ahead log into it.
  return cutOff > 0 ? 1 : 0
}

/** Resolves when the server has no connection left, with the number of requests that were cut off. */
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
