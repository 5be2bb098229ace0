// The network of a browser without a screen. Node's own fetch says of each request that a script makes it (`Sec-Fetch-Mode: cors`),
// which an app or the module in front of it may refuse for a page.
import { type IncomingMessage, request as overTcp } from 'node:http'
import { request as overTls } from 'node:https'
import { MINUTE } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { isLoopback } from '../../config/config.ts'

/** As long as Node's fetch waits for an answer, in milliseconds. */
const PATIENCE_MS = 5 * MINUTE

/** A fetch that sends the headers it is given, as they are, and follows no redirect. Rejects with Node's error of the connection. */
export const browserFetch: Fetch = async (input, init) => {
  const request = new Request(input, init)
  const { method, headers } = request
  const body = Buffer.from(await request.arrayBuffer())
  const send = request.url.startsWith('https:') ? overTls : overTcp
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      method,
      headers: Object.fromEntries(headers),
      signal: AbortSignal.timeout(PATIENCE_MS),
      // This machine is asked directly: Node's own agent may be one of a proxy (NODE_USE_ENV_PROXY).
      ...(isLoopback(request.url) ? { agent: false } : {}),
    }
    send(request.url, options, resolve).once('error', reject).end(body)
  })
  return responseOf(answer)
}

/** Statuses without a body (Fetch, "null body status"). */
const WITHOUT_BODY = new Set([204, 205, 304])

async function responseOf(answer: IncomingMessage): Promise<Response> {
  const status = answer.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return new Response(WITHOUT_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers })
}
