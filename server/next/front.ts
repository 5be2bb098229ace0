// Where Next is the server, our own stands before it all the same, without a socket of its own: it says who asks, refuses what no peer
// and no page should see, and passes the rest on, to Next's routes too, in which an edit of the server is live.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Domain } from '../domain/domain.ts'
import type { OverloadGuard } from '../http/overload/overload.ts'
import { createHttpServer, type NodeHandler } from '../http/server.ts'

/** Node's channel on which each request is told of before its server gets it. */
const ARRIVALS = 'http.server.request.start'

/** What the tools of `next dev` ask for, which are no pages. */
const TOOLS = process.env.NODE_ENV === 'development' ? /^\/(__nextjs|_next\/(?!static\/))/ : /^$/

/** Compiling holds up everything for a while, which is no overload. */
const UNGUARDED: OverloadGuard = {
  admits: () => true,
  isCalm: () => false,
  begin: (_traffic, _socket, work) => work(),
  placed: (_request, handler) => handler,
}

/** Stands before every server of this process; `current` is the domain with the peers of now. Returns a function that ends it. */
export function standBefore(current: () => Domain): () => void {
  const known = new WeakSet<Server>()
  const listen = (message: unknown) => {
    const { server } = message as { readonly server: Server }
    if (known.has(server)) return
    known.add(server)
    const [next] = server.listeners('request') as NodeHandler[]
    if (!next) return
    const front = frontOf(current, next)
    server.off('request', next)
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      TOOLS.test(incoming.url ?? '') ? next(incoming, outgoing) : front.emit('request', incoming, outgoing),
    )
  }
  subscribe(ARRIVALS, listen)
  return () => void unsubscribe(ARRIVALS, listen)
}

function frontOf(current: () => Domain, next: NodeHandler): Server {
  const served: Domain = {
    ...current(),
    config: { ...current().config, hotPath: false },
    get router() {
      return current().router
    },
  }
  return createHttpServer(served, next, undefined, undefined, () => UNGUARDED)
}
