// A handler behind a bare Node server, without refusals and guards.
import type { RequestListener } from 'node:http'
import type { Handler } from '#lib/http/handler.ts'
import { standardAdapter } from '../http/adapter.ts'

/** Answers by a handler; `origin` is where the server is reached. */
export const listenerOf =
  (handler: Handler, origin: string): RequestListener =>
  async (incoming, outgoing) => {
    try {
      const { request } = standardAdapter.arrive(incoming, outgoing, 'unknown')
      await standardAdapter.send(outgoing, await handler(request(origin + incoming.url)), {})
    } catch {
      outgoing.destroy() // Like a broken server: no answer.
    }
  }
