// What Next does to requests and answers between Node's HTTP server and a route, made up for: what it forwards of an answer is
// its status, its body and its headers without those that say how long the body is and how it is coded.
import type { Handler } from '#lib/http/handler.ts'

/** A peer's answer to a request that comes through Next, in a form that stays true on its way out. */
export async function answerThroughNext(handler: Handler, request: Request): Promise<Response> {
  // Next drops Content-Encoding: whoever got compressed bytes could not tell. What is not compressed needs no such header
  // (RFC 9110 §12.5.3). Next may hand out a proxy of its Request, of which no copy can be made.
  request.headers.delete('accept-encoding')
  const response = await handler(request)
  // The rest of a body that was too long is not waited for (conformance LIM-07).
  if (response.status === 413) response.headers.set('connection', 'close')
  return response
}
