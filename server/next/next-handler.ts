// Next for the server of `npm start`. It takes a third of the memory, and of the time to start, so it is loaded with the first page:
// a domain that answers machines alone never holds it.
import { createServer } from 'node:http'
import type { Config } from '../config/config.ts'
import type { NodeHandler } from '../http/server.ts'

/** Next's request handler. Rejects when Next cannot be loaded. */
export const nextHandler = ({ host, port }: Pick<Config, 'host' | 'port'>): NodeHandler =>
  whenAsked(async () => {
    const { default: next } = await import('next')
    // On the server that the page is asked of, Next would listen for upgrades, which then nobody answers: it gets one that never listens.
    const app = next({ dev: false, dir: process.cwd(), hostname: host, port, httpServer: createServer() })
    await app.prepare()
    return app.getRequestHandler()
  })

/** A handler that `load` makes, once, with the first request; when that fails, the next request tries again. */
export function whenAsked(load: () => Promise<NodeHandler>): NodeHandler {
  let loading: Promise<NodeHandler> | undefined
  return async (request, response) => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    const handler = await loading
    await handler(request, response)
  }
}
