// A handler behind a bare Node server, without refusals and guards.
import type { RequestListener } from 'node:http'
import type { Handler } from '#lib/http/handler.ts'
import { nodeRequest } from '../http/fast/node-request.ts'
import { sendResponse } from '../http/fast/node-response.ts'

/** Answers by a handler; `origin` is where the server is reached. */
export const listenerOf =
  (handler: Handler, origin: string): RequestListener =>
  async (incoming, outgoing) => {
    try {
      await sendResponse(outgoing, await handler(nodeRequest(incoming, origin + incoming.url)), {})
    } catch {
      outgoing.destroy() // Like a broken server: no answer.
    }
  }
