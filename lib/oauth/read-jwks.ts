// The public keys of a party at its jwks_uri (RFC 7517 §5), fetched anew each time.
import type { JSONWebKeySet } from 'jose'
import type { Fetch } from '../http/handler.ts'
import { FORM_LIMIT, readBody } from '../http/params.ts'

/**
 * The JWK Set at an address, of at most `limit` bytes; createLocalJWKSet checks its shape. Throws for another status than
 * 200, for a longer body and for a body that is no JSON.
 */
export async function readJwks(fetch: Fetch, jwksUri: string, limit = FORM_LIMIT): Promise<JSONWebKeySet> {
  const response = await fetch(jwksUri, { headers: { accept: 'application/json' }, redirect: 'manual' })
  if (response.status !== 200) throw new Error(`jwks_uri answers ${response.status}`)
  return JSON.parse((await readBody(response, limit)) ?? '') as JSONWebKeySet
}
