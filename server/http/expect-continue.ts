// Expect: 100-continue (RFC 9110 §10.1.1): a client that waits before sending its body is asked for it when somebody
// reads it. A request that is refused by its headers is answered without asking, and Node then closes the connection.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Handles requests that wait for 100 Continue like all others. */
export function askLater(server: Server): void {
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    waiting.set(incoming, outgoing)
    server.emit('request', incoming, outgoing)
  })
}

/** Call it before reading a body: asks a waiting client to send it. */
export function askForBody(incoming: IncomingMessage): void {
  const outgoing = waiting.get(incoming)
  if (outgoing && waiting.delete(incoming)) outgoing.writeContinue()
}
