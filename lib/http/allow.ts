// The methods of an endpoint that answers in JSON; everything else is 405 with Allow (RFC 9110 §15.5.6).
import type { Handler } from './handler.ts'
import { methodNotAllowed, NO_STORE, respondRedirect } from './respond.ts'

/** The handler, for the methods given. */
export const allowing =
  (methods: readonly string[], handler: Handler): Handler =>
  (request) =>
    methods.includes(request.method) ? handler(request) : notAllowed(methods)

/**
 * The handler of a form, for POST. A browser that only opens its address, such as by the address bar after the form was answered, is led to
 * the page that has the form; everything else gets 405.
 */
export const allowingForm =
  (page: string, handler: Handler): Handler =>
  (request) =>
    opensPage(request) ? respondRedirect(request, page) : allowing(['POST'], handler)(request)

const opensPage = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.get('accept') ?? '').includes('text/html')

/** 405 that names the methods there are. */
export function notAllowed(methods: readonly string[]): Response {
  const allow = methods.join(', ')
  const body = JSON.stringify({ error: 'invalid_request', error_description: `This endpoint accepts ${allow}.` })
  return methodNotAllowed(allow, body, 'application/json', NO_STORE)
}

/** The methods of an address that is only read. */
export const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** True for a request that changes nothing. */
export const isReading = ({ method }: { readonly method: string }): boolean => method === 'GET' || method === 'HEAD'
