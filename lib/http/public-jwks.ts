// The published JWK Set of a client of the domain (RFC 7517 §5).
import { sha256 } from '../crypto/hash.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Handler } from './handler.ts'
import { respond } from './respond.ts'

/** Caches revalidate the set on each use, which an ETag makes cheap, so a revoked key is refused at the next request. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate'

/** A handler that serves a JWK Set with ETag, for everyone. */
export const publicJwks =
  (keys: Pick<KeyRing, 'publicJwks'>): Handler =>
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
