// The public keys of a client of the domain, as it publishes them itself (RFC 7517 §5).
import { sha256 } from '../crypto/hash.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Handler } from './handler.ts'
import { respond } from './respond.ts'

/** Nobody keeps the set without asking again, which an ETag makes cheap: a revoked key is refused at the next request. */
const CACHE_CONTROL = 'public, max-age=0, must-revalidate'

/** A JWK Set with ETag, for everybody to read. */
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
