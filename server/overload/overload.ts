// The guard in front of everything that answers: who is served, and what the others hear.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { CLIENT_ADDRESS_HEADER } from '../client-address.ts'
import type { Config } from '../config.ts'
import { createAdmission } from './admission.ts'
import { busyAnswer } from './busy-answer.ts'
import { boundConnections, connectionBounds } from './connections.ts'
import { kindOf } from './kinds.ts'
import { watchPressure } from './pressure.ts'

export interface OverloadGuard {
  /**
   * Whether a request goes on, which then has a place until its answer is made. If not, it has been refused, with `always`,
   * the headers of every answer. The request carries the address of its client.
   */
  readonly admits: (
    request: IncomingMessage,
    response: ServerResponse,
    always: Readonly<Record<string, string>>,
  ) => boolean
  /** Whether there is so little to do that a request may be answered without a place, if that is done at once. Counts it. */
  readonly isCalm: (response: ServerResponse) => boolean
}

/** Watches over a server until it is closed. */
export function guardAgainstOverload(
  server: Server,
  { maxConnections, trustProxy }: Pick<Config, 'maxConnections' | 'trustProxy'>,
): OverloadGuard {
  const connections = boundConnections(server, connectionBounds(maxConnections, trustProxy))
  const pressure = watchPressure()
  server.on('close', pressure.stop)
  const admission = createAdmission(pressure)
  return {
    isCalm: (response) => response.socket !== null && connections.isCalm() && pressure.isCalm(),
    admits: (request, response, always) => {
      const { socket } = request
      const isServed = connections.admits(response, socket) || kindOf(request.url ?? '/') === 'vital'
      const release = isServed ? admission.admit(request, String(request.headers[CLIENT_ADDRESS_HEADER])) : undefined
      if (release) {
        whenAnswered(response, release)
        return true
      }
      const { headers, body } = busyAnswer(request)
      response.writeHead(503, { ...always, ...headers, ...(isServed ? {} : { connection: 'close' }) })
      response.end(request.method === 'HEAD' ? undefined : body, () => isServed && connections.rest(socket))
      return false
    },
  }
}

/** Once: when the answer is made, whether or not it has been read, or when the client is gone. */
function whenAnswered(response: ServerResponse, release: () => void): void {
  let released = false
  const once = () => {
    if (!released) release()
    released = true
  }
  response.on('prefinish', once)
  response.on('close', once)
}
