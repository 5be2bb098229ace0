// The single handler behind every route.ts of Next: the row of the address answers, and Next's changes to answers are
// compensated.
import type { Handler } from '#lib/http/handler.ts'
import { nothingHere } from '#lib/http/not-found.ts'
import { domain } from '../domain/shared-domain.ts'
import { faultOf, refusalResponse } from '../http/refusals.ts'

/** Answers a request of any method with the row of its address. */
async function answer(request: Request): Promise<Response> {
  const { router, config, log } = await domain()
  const { pathname, search } = new URL(request.url)
  // Next puts the address that it listens on before the path; cookies are named by the one that browsers know.
  Object.defineProperty(request, 'url', { value: config.publicUrl + pathname + search })
  try {
    return await answerThroughNext(router.handlerFor({ pathname, search }, request.method) ?? nothingHere, request)
  } catch (error) {
    log.error({ err: error }, 'request failed')
    return refusalResponse(router.routeOf(pathname), faultOf(error))
  }
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

/** Next forwards an answer's status, body and headers, except those for the body's length and coding. */
async function answerThroughNext(handler: Handler, request: Request): Promise<Response> {
  // Next drops Content-Encoding, so a client could not recognise a compressed body. Uncompressed bodies need no such
  // header (RFC 9110 §12.5.3). Next may pass a proxy of its Request, which cannot be copied.
  request.headers.delete('accept-encoding')
  const response = await handler(request)
  // The rest of a body that is too long is not read (conformance LIM-07).
  if (response.status === 413) response.headers.set('connection', 'close')
  return response
}
