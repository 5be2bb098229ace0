// GET /portal/jwks: the public keys that launch tokens are verified with (RFC 7517 §5).
import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import { respond } from '#lib/http/respond.ts'
import type { PortalDeps } from './deps.ts'

/** Nobody keeps the set without asking again, which an ETag makes cheap: a revoked key is refused at the next launch. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate'

export const jwks =
  ({ keys }: Pick<PortalDeps, 'keys'>): Handler =>
  async (request) => {
    const body = JSON.stringify(await keys.publicJwks())
    const etag = `"${sha256(body)}"`
    const headers = { 'cache-control': CACHE_CONTROL, etag, 'access-control-allow-origin': '*' }
    if (request.headers.get('if-none-match') === etag) return respond(304, null, headers)
    return respond(200, request.method === 'HEAD' ? null : body, {
      ...headers,
      'content-type': 'application/jwk-set+json',
    })
  }
