// The facts of a bearer token for the trace: its claims, and the expected ones.
import { numericDate } from '#lib/clock.ts'
import { canonicalBase } from '#lib/fhir/bases.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import type { Facts } from '#lib/trace/trace.ts'
import type { FhirDeps } from './deps.ts'

const presented = (headers: Headers) => {
  const header = headers.get('authorization') ?? headers.get('authentication') ?? ''
  return readUnverified(header.replace(/^Bearer +/i, '').trim())
}

/** The decisive claims beside the expected ones. A token that is no JWT is not shown. */
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

/** The unverified client_id of the token. */
export function claimedClient(headers: Headers): string | undefined {
  const clientId = presented(headers)?.claims['client_id']
  return typeof clientId === 'string' ? clientId : undefined
}
