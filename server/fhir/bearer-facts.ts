// What a trace is told of a bearer token: what it says of itself, and what is expected of it here.
import { numericDate } from '#lib/clock.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import type { Facts } from '#lib/trace/trace.ts'
import { canonicalBase, type FhirDeps } from './deps.ts'

const presented = (headers: Headers) => {
  const header = headers.get('authorization') ?? headers.get('authentication') ?? ''
  return readUnverified(header.replace(/^Bearer +/i, '').trim())
}

/** The claims that decide, beside those that are expected. A token that is no JWT is shown by nothing of it. */
export function bearerFacts(deps: FhirDeps, headers: Headers): Facts {
  const { header = {}, claims = {} } = presented(headers) ?? {}
  return {
    expected: { iss: deps.authorizationServer.issuer, aud: canonicalBase(deps), typ: 'at+jwt' },
    received: {
      iss: claims['iss'],
      aud: claims['aud'],
      typ: header['typ'],
      client_id: claims['client_id'],
      scope: claims['scope'],
      exp: claims['exp'],
      now: numericDate(deps.clock()),
    },
  }
}

/** Whose token it says it is; proves nothing. */
export function claimedClient(headers: Headers): string | undefined {
  const clientId = presented(headers)?.claims['client_id']
  return typeof clientId === 'string' ? clientId : undefined
}
