// A public JSON document: cacheable, with ETag and open CORS without credentials (conformance DIS-21 to DIS-25, KEY-08).

import { sha256 } from '../crypto/hash.ts'
import { isReading } from '../http/allow.ts'
import type { Handler } from '../http/handler.ts'
import { respond } from '../http/respond.ts'
import { oauthMethodNotAllowed } from './oauth-error.ts'

const ALLOW = 'GET, HEAD, OPTIONS'
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' } as const
/** The longest time that browsers cache a preflight. */
const PREFLIGHT_MAX_AGE_S = 7200

export interface PublicDocument {
  /** Seconds for which a cache may store it. */
  readonly maxAge: number
  readonly body: () => unknown | Promise<unknown>
}

/** A handler for GET, HEAD and OPTIONS of the document; 304 for a matching If-None-Match (RFC 9110 §13.1.2), 405 otherwise. */
export const publicDocument =
  ({ maxAge, body }: PublicDocument): Handler =>
  async (request) => {
    if (request.method === 'OPTIONS') return preflight()
    if (!isReading(request)) return oauthMethodNotAllowed(ALLOW)
    const text = JSON.stringify(await body())
    const etag = `"${sha256(text)}"`
    const headers = { ...CORS, etag, 'cache-control': `public, max-age=${maxAge}` }
    if (matches(request.headers.get('if-none-match'), etag)) return respond(304, null, headers)
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    return respond(200, request.method === 'HEAD' ? null : text, { ...headers, ...length })
  }

const preflight = () =>
  respond(204, null, {
    ...CORS,
    allow: ALLOW,
    'access-control-allow-methods': ALLOW,
    // Whatever a page adds to its requests: the document is the same for everybody. The asterisk leaves out Authorization.
    'access-control-allow-headers': '*, Accept, Authorization, If-None-Match',
    'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
  })

/** Weak comparison, as RFC 9110 §13.1.2 asks for If-None-Match. */
const matches = (ifNoneMatch: string | null, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
