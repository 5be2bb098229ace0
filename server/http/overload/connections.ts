// Limits the number of connections and how long each may stay: idle ones are closed for new ones, surplus ones get one refusal, and clients
// that do not read their answers are cut off (connections.test.ts). What a connection may send is limited by Node's own timeouts
// (server/http/server.ts).
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#lib/http/network-of.ts'

export interface ConnectionBounds {
  /** Connections that are served. */
  readonly most: number
  /** Of these, connections of one address; all of them where a proxy stands in between. */
  readonly perAddress: number
  /** Milliseconds without a byte taken after which a connection is cut off: longer than any request waits on purpose. */
  readonly stalled: number
  /** Milliseconds in which an answer must have been taken. */
  readonly answer: number
  /** Bytes of answers, of all connections together, that wait to be taken. */
  readonly waitingBytes: number
  /** Milliseconds between two looks at what waits. */
  readonly lookEvery: number
  /** Milliseconds for which a connection is not read from after a refusal: so refusing cannot take all the time there is. */
  readonly rest: number
}

const MB = 2 ** 20

/** Bounds around a number of connections. */
export const connectionBounds = (most: number, trustProxy: boolean): ConnectionBounds => ({
  most,
  perAddress: trustProxy ? most : Math.ceil(most / 2),
  stalled: 40_000,
  answer: 120_000,
  waitingBytes: 64 * MB,
  lookEvery: 1000,
  // Less than Retry-After says. Behind a proxy the next request on the connection may be somebody else's.
  rest: trustProxy ? 100 : 1000,
})

/** The time in which a surplus connection may send the request that is refused. */
const SURPLUS_MS = 5000
/** Requests of one connection that wait for the answer to an earlier one (RFC 9112 §9.3.2). */
const MOST_PIPELINED = 16

export interface Connections {
  /** True when a request is admitted on its connection. */
  readonly admits: (response: ServerResponse, socket: Socket) => boolean
  /** True while every connection is served. */
  readonly isCalm: () => boolean
  /** Reads nothing from a connection for a moment. To be called when a refusal has been sent. */
  readonly rest: (socket: Socket) => void
}

/** Watches over the connections of a server until it is closed. */
export function boundConnections(server: Server, bounds: ConnectionBounds): Connections {
  const open = new Set<Socket>()
  const byAddress = new Map<string, number>()
  const surplus = new Set<Socket>()
  const pipelined = new WeakMap<Socket, number>()

  server.maxConnections = bounds.most + Math.ceil(bounds.most / 4) // Beyond the surplus, not even a refusal.
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
    if (response.socket) return false // It is this request's turn to be answered.
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

/** Connections with answers that wait to be taken, longest first. */
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

/** Those that have waited too long, and of the others those that have waited longest while there is too much. */
function cutOff(waiting: readonly Waiting[], { answer, waitingBytes }: ConnectionBounds): void {
  let bytes = waiting.reduce((sum, { socket }) => sum + socket.writableLength, 0)
  for (const { socket, ms } of waiting) {
    const isTooMuch = bytes > waitingBytes && ms > 0
    if (ms < answer && !isTooMuch) return
    bytes -= socket.writableLength
    socket.destroy()
  }
}
