// Wraps the endpoints that a browser visits (authorize, callback): their answers cannot be cached or framed, and send
// no referrer (RFC 9700 §4.2.4, §4.16; conformance AUZ-42, SEC-04).
import type { StepName } from '#lib/checks/steps.ts'
import type { Handler } from '#lib/http/handler.ts'
import { withHeaders } from '#lib/http/plain-response.ts'
import { respond } from '#lib/http/respond.ts'
import { whenDurable } from '#lib/http/when-durable.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { OauthDeps } from '../deps.ts'
import { asOAuthError, type TracedHandler } from '../endpoint.ts'
import { errorPage, type PageName } from './error-page.ts'

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
}

/** A handler for the given methods. An error that it throws, beyond its own pages and redirects, is our fault. */
export const browserEndpoint =
  (
    deps: Pick<OauthDeps, 'random' | 'log' | 'tracing' | 'audit' | 'startPage'> & {
      readonly stores: Pick<OauthDeps['stores'], 'durable'>
    },
    step: StepName,
    methods: readonly string[],
    handler: TracedHandler,
  ): Handler =>
  async (request) => {
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return sealed(respond(204, null, { allow }))
    if (!methods.includes(request.method))
      return sealed(errorPage(deps, request, { name: 'method', status: 405, headers: { allow } }))
    const recorder = deps.tracing.begin(step, request)
    try {
      return sealed(await whenDurable(deps.stores, () => handler(request, recorder)))
    } catch (error) {
      const { status, headers } = asOAuthError(error, request, deps.log)
      return sealed(recorder.end(errorPage(deps, request, { name: pageOf(error), status, headers }), error))
    }
  }

const pageOf = (error: unknown): PageName =>
  error instanceof StorageUnavailable ? (error.isFull ? 'full' : 'unavailable') : 'fault'

const sealed = (response: Response): Response => withHeaders(response, HEADERS)
