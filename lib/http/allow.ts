// The methods of an endpoint that answers in JSON; everything else is 405 with Allow (RFC 9110 §15.5.6).
import type { Handler } from './handler.ts'
import { methodNotAllowed, NO_STORE } from './respond.ts'

/** The handler, for the methods given. */
export const allowing =
  (methods: readonly string[], handler: Handler): Handler =>
  (request) =>
    methods.includes(request.method) ? handler(request) : notAllowed(methods)

/** 405 that names the methods there are. */
export function notAllowed(methods: readonly string[]): Response {
  const allow = methods.join(', ')
  const body = JSON.stringify({ error: 'invalid_request', error_description: `This address takes ${allow}.` })
  return methodNotAllowed(allow, body, 'application/json', NO_STORE)
}

export const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** True for a request that changes nothing. */
export const isReading = ({ method }: { readonly method: string }): boolean => method === 'GET' || method === 'HEAD'
