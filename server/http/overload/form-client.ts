// Reads the form of a token or introspection request before the request takes a place, to see which client it names. A
// client that has authenticated from the same address gets its own share; all others share that of their address.
// Otherwise a flood would take tokens from the other clients behind its address (client-turn.test.ts;
// waiting.system.test.ts).

import { clientAddress } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import { FORM_LIMIT, formParams } from '#lib/http/params.ts'
import { respond } from '#lib/http/respond.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import { OAUTH_BUSY } from './busy-answer.ts'
import type { Release } from './concurrency-limit.ts'

/** Takes a place for a request that claims to be from this client, or whose body names none. */
export type TakeForClient = (address: string, clientId: string | undefined) => Release | undefined

/** The handler, which takes its place after the body has been read. `refused` is called when there is none. */
export const withFormClient =
  (take: TakeForClient, handler: Handler, refused: () => void): Handler =>
  async (request) => {
    const release = take(clientAddress(request), isShort(request) ? await clientIn(request) : undefined)
    if (!release) {
      refused()
      return respond(503, OAUTH_BUSY.text, OAUTH_BUSY.headers)
    }
    try {
      return await handler(request)
    } finally {
      release()
    }
  }

/** True for a body of announced, acceptable length. Chunked bodies are left to the handler, which limits them. */
function isShort({ headers }: Request): boolean {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,6}$/.test(length) && Number(length) <= FORM_LIMIT
}

/** The client named by the assertion, unverified. */
async function clientIn(request: Request): Promise<string | undefined> {
  const form = await formParams(request)
  const assertion = typeof form === 'string' ? undefined : form.get('client_assertion')
  const iss = readUnverified(assertion ?? '')?.claims['iss']
  return typeof iss === 'string' ? iss : undefined
}
