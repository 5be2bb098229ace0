// Expect: 100-continue (RFC 9110 §10.1.1): a client that waits to be asked for its body is asked when somebody reads it. A request that
// is refused by its headers is answered without, and Node then closes the connection.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const waiting = new WeakMap<IncomingMessage, ServerResponse>()

/** Lets requests whose clients wait to be asked go the way of all others. */
export function askLater(server: Server): void {
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    waiting.set(incoming, outgoing)
    server.emit('request', incoming, outgoing)
  })
}

/** To be called before a body is read: asks for it, where the client waits for that. */
export function askForBody(incoming: IncomingMessage): void {
  const outgoing = waiting.get(incoming)
  if (outgoing && waiting.delete(incoming)) outgoing.writeContinue()
}
