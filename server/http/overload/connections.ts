// Limits the number of connections and how long each may stay: idle ones are closed for new ones, surplus ones get one
// refusal, and clients that do not read their answers are cut off (connections.test.ts). Otherwise clients that ask
// nothing, or read nothing, could use up the files and the memory of the process. Node's own timeouts limit what a
// connection may send (server/http/server.ts).
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#lib/http/network-of.ts'

export interface ConnectionBounds {
  /** The most connections served. */
  readonly most: number
  /** The most served connections per address; all of them behind a proxy. */
  readonly perAddress: number
  /** Milliseconds without progress after which a connection is cut off: longer than any request waits on purpose. */
  readonly stalled: number
  /** Milliseconds within which an answer must be received. */
  readonly answer: number
  /** Bytes of unreceived answers, over all connections. */
  readonly waitingBytes: number
  /** Milliseconds between two checks of unreceived answers. */
  readonly lookEvery: number
  /** Milliseconds for which a connection is not read after a refusal, so that refusing cannot take up all the time. */
  readonly rest: number
}

const MB = 2 ** 20

export const connectionBounds = (most: number, trustProxy: boolean): ConnectionBounds => ({
  most,
  perAddress: trustProxy ? most : Math.ceil(most / 2),
  stalled: 40_000,
  answer: 120_000,
  waitingBytes: 64 * MB,
  lookEvery: 1000,
  // Less than Retry-After. Behind a proxy, the next request on the connection may be somebody else's.
  rest: trustProxy ? 100 : 1000,
})

/** The time in which a surplus connection may send the request that is refused. */
const SURPLUS_MS = 5000
/** Requests on one connection that wait for an earlier answer (RFC 9112 §9.3.2). */
const MOST_PIPELINED = 16

export interface Connections {
  /** True when a request is admitted on its connection. */
  readonly admits: (response: ServerResponse, socket: Socket) => boolean
  /** True while every connection is served. */
  readonly isCalm: () => boolean
  /** Stops reading from a connection for a moment. Call it after sending a refusal. */
  readonly rest: (socket: Socket) => void
}

/** Limits the connections of a server until it is closed. */
export function boundConnections(server: Server, bounds: ConnectionBounds): Connections {
  const open = new Set<Socket>()
  const byAddress = new Map<string, number>()
  const surplus = new Set<Socket>()
  const pipelined = new WeakMap<Socket, number>()

  server.maxConnections = bounds.most + Math.ceil(bounds.most / 4) // Beyond the surplus, connections do not even get a refusal.
  server.setTimeout(bounds.stalled)

  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress ?? 'unknown')
    const own = (byAddress.get(address) ?? 0) + 1
    byAddress.set(address, own)
    open.add(socket)
    if (open.size === bounds.most) server.closeIdleConnections()
    if (open.size > bounds.most || own > bounds.perAddress) {
      surplus.add(socket)
      setTimeout(() => socket.destroy(), SURPLUS_MS).unref()
    }
    socket.once('close', () => {
      open.delete(socket)
      surplus.delete(socket)
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  })

  const waitingSince = waitingAnswers()
  const timer = setInterval(() => cutOff(waitingSince(open), bounds), bounds.lookEvery).unref()
  server.on('close', () => clearInterval(timer))

  const isFlood = (response: ServerResponse, socket: Socket): boolean => {
    if (response.socket) return false // This request is the next to be answered.
    const count = (pipelined.get(socket) ?? 0) + 1
    pipelined.set(socket, count)
    response.once('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
    return count > MOST_PIPELINED
  }

  return {
    admits: (response, socket) => {
      if (isFlood(response, socket)) {
        socket.destroy()
        return false
      }
      return surplus.size === 0 || !surplus.has(socket)
    },
    isCalm: () => surplus.size === 0,
    rest: (socket) => {
      socket.pause()
      setTimeout(() => socket.resume(), bounds.rest).unref()
    },
  }
}

interface Waiting {
  readonly socket: Socket
  readonly ms: number
}

/** Connections with unreceived answers, longest waiting first. */
function waitingAnswers(): (open: ReadonlySet<Socket>) => readonly Waiting[] {
  const since = new WeakMap<Socket, number>()
  return (open) => {
    const now = performance.now()
    const waiting: Waiting[] = []
    for (const socket of open) {
      if (socket.writableLength === 0) {
        since.delete(socket)
        continue
      }
      const at = since.get(socket) ?? now
      since.set(socket, at)
      waiting.push({ socket, ms: now - at })
    }
    return waiting.sort((one, other) => other.ms - one.ms)
  }
}

/** Those that waited too long and, while there are too many bytes, the longest waiting of the others. */
function cutOff(waiting: readonly Waiting[], { answer, waitingBytes }: ConnectionBounds): void {
  let bytes = waiting.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  for (const { socket, ms } of waiting) {
    const isTooMuch = bytes > waitingBytes && ms > 0
    if (ms < answer && !isTooMuch) return
    bytes -= socket.writableLength
    socket.destroy()
  }
}
