// Reads the form of a token or introspection request before the request takes a place, to see which client it names. A
// client that has authenticated from the same address gets its own share; invented names share the rest. Otherwise a
// flood of invented names would lock out real clients behind the same address (client-turn.test.ts;
// waiting.system.test.ts, "by names that it makes up").

import { clientAddress } from '#lib/http/client-address.ts'
import type { Handler } from '#lib/http/handler.ts'
import { FORM_LIMIT, parseParams } from '#lib/http/params.ts'
import { respond } from '#lib/http/respond.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import type { Admission } from './admission.ts'
import { OAUTH_BUSY } from './busy-answer.ts'

/** The presumed client of a request, and the callbacks for its answer. */
export interface Standing {
  /** True when the connection may name a client. */
  readonly mayName: boolean
  /** Called once with the status. */
  readonly answered: (status: number) => void
}

/** The handler, which takes its place after the body has been read. */
export const clientTurn =
  ({ admitClient }: Pick<Admission, 'admitClient'>, { mayName, answered }: Standing, handler: Handler): Handler =>
  async (request) => {
    const form = isShort(request) ? await request.text() : undefined
    const release = admitClient(clientAddress(request), mayName && form !== undefined ? clientIn(form) : undefined)
    if (!release) {
      answered(503)
      return respond(503, OAUTH_BUSY.text, OAUTH_BUSY.headers)
    }
    try {
      const answer = await handler(form === undefined ? request : withBody(request, form))
      answered(answer.status)
      return answer
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
function clientIn(form: string): string | undefined {
  const iss = readUnverified(parseParams(form).get('client_assertion') ?? '')?.claims['iss']
  return typeof iss === 'string' ? iss : undefined
}

const withBody = ({ url, method, headers }: Request, body: string): Request =>
  new Request(url, { method, headers: [...headers], body })
