// Overload protection in front of every handler: admission, queueing, and the refusals. It puts the parts of this folder
// together, so that more requests than can be served take neither the time nor the memory of those that are
// (overload.test.ts).
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { CLIENT_ADDRESS_HEADER } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Config } from '#server/config/config.ts'
import type { AuthenticatedCallers } from '#server/domain/authenticated-callers.ts'
import { type Cost, createAdmission, isClientRequest } from './admission.ts'
import { busyAnswer } from './busy-answer.ts'
import { clientTurn } from './client-turn.ts'
import { boundConnections, connectionBounds } from './connections.ts'
import { watchLoad } from './load-shedder.ts'
import { createRequestQueue } from './queue.ts'

/** What stands between a server and more requests than it can answer. */
export interface OverloadGuard {
  /**
   * Admits a request, which then holds a place until it is answered. False when it was refused, with the headers of
   * every answer (`common`). `request` carries its client's address.
   */
  readonly admits: (
    cost: Cost,
    request: IncomingMessage,
    response: ServerResponse,
    common: Readonly<Record<string, string>>,
  ) => boolean
  /** True when a request may be answered at once without a place, because there is little load. Counts it. */
  readonly isCalm: (response: ServerResponse) => boolean
  /** True while requests are queued. */
  readonly isLate: () => boolean
  /** Queues a request, and drops it if its client disconnects. Monitoring is not queued. */
  readonly later: (cost: Cost, request: IncomingMessage, response: ServerResponse, work: () => void) => void
  /** The handler of an admitted request. When the place depends on the body, this handler takes it first. */
  readonly placed: (request: IncomingMessage, handler: Handler) => Handler
}

/** Protects a server until it is closed. `watch` starts measuring the load. */
export function guardAgainstOverload(
  server: Server,
  {
    maxConnections,
    trustProxy,
    hotPath,
    publicUrl,
  }: Pick<Config, 'maxConnections' | 'trustProxy' | 'hotPath' | 'publicUrl'>,
  callers: AuthenticatedCallers,
  watch = watchLoad,
): OverloadGuard {
  const connections = boundConnections(server, connectionBounds(maxConnections, trustProxy))
  const queue = createRequestQueue()
  const shedder = watch(queue)
  server.on('close', shedder.stop)
  const admission = createAdmission(shedder, callers, { namesByBody: hotPath })
  const unnamed = new WeakSet<IncomingMessage>()
  /** Connections that named a client without authenticating it. A proxy's connections are shared, so they do not count. */
  const impostors = new WeakSet<Socket>()

  const note = (socket: Socket, status: number) => {
    if (status === 503) connections.rest(socket)
    if (status === 401 && !trustProxy) impostors.add(socket)
    if (status === 200) impostors.delete(socket)
  }

  return {
    isCalm: (response) => response.socket !== null && connections.isCalm() && shedder.admitsAtOnce(),
    admits: (cost, request, response, common) => {
      const { socket } = request
      const isServed = connections.admits(response, socket) || cost.traffic === 'vital'
      const release = isServed
        ? admission.admit(cost, request, String(request.headers[CLIENT_ADDRESS_HEADER]))
        : undefined
      if (release === 'unnamed') {
        unnamed.add(request)
        return true
      }
      if (release) {
        whenAnswered(response, release)
        return true
      }
      const { headers, body } = busyAnswer(cost.traffic, request, publicUrl)
      response.writeHead(503, { ...common, ...headers, ...(isServed ? {} : { connection: 'close' }) })
      response.end(body)
      whenRead(request, () => connections.rest(socket))
      return false
    },
    isLate: () => shedder.isLate() || !queue.isEmpty(),
    later: (cost, request, response, work) => {
      if (cost.traffic === 'vital') return work()
      queue.wait({
        begin: () => {
          if (!request.socket.destroyed) work()
        },
        isHeavy: isClientRequest(cost, request),
        whenOver: (over) => (response.closed ? over() : whenAnswered(response, over)),
      })
    },
    placed: (request, handler) => {
      if (!unnamed.has(request)) return handler
      const { socket } = request
      const standing = { mayName: !impostors.has(socket), answered: (status: number) => note(socket, status) }
      return clientTurn(admission, standing, handler)
    },
  }
}

/** Calls back when the whole request has been received: to discard an unread body, Node resumes its connection. */
function whenRead(request: IncomingMessage, then: () => void): void {
  if (request.readableEnded) then()
  else request.once('end', then)
}

/** Calls `release` once: when the answer is complete, whether or not it was received, or when the client is gone. */
function whenAnswered(response: ServerResponse, release: () => void): void {
  let released = false
  const once = () => {
    if (!released) release()
    released = true
  }
  response.on('prefinish', once)
  response.on('close', once)
}
