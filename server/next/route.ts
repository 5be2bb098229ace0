// The one handler behind every route.ts of Next: it lets the row of the address answer, and makes up for what Next changes in answers.
import type { Handler } from '#lib/http/handler.ts'
import { nothingHere } from '#lib/http/nothing-here.ts'
import { domain } from '../domain/domain.ts'

/** Answers a request of any method by the row of its address. */
async function answer(request: Request): Promise<Response> {
  const { router } = await domain()
  return answerThroughNext(router.handlerFor(new URL(request.url), request.method) ?? nothingHere, request)
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}

/** Of an answer Next forwards its status, its body and its headers without those that say how long the body is and how it is coded. */
async function answerThroughNext(handler: Handler, request: Request): Promise<Response> {
  // Next drops Content-Encoding: whoever got compressed bytes could not tell. What is not compressed needs no such header
  // (RFC 9110 §12.5.3). Next may hand out a proxy of its Request, of which no copy can be made.
  request.headers.delete('accept-encoding')
  const response = await handler(request)
  // The rest of a body that was too long is not waited for (conformance LIM-07).
  if (response.status === 413) response.headers.set('connection', 'close')
  return response
}
