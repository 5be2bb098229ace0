// Operations on public documents: metadata and pages.
import type { Bench } from '../row.ts'
import { get } from '../rows/requests.ts'
import type { Operation } from './operation.ts'

const DOCUMENTS = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/smart-configuration',
  '/.well-known/oauth-protected-resource/fhir',
  '/fhir/DEFAULT/.well-known/smart-configuration',
  '/fhir/DEFAULT/metadata',
  '/idp/.well-known/openid-configuration',
  '/oauth2/jwks',
  '/idp/jwks',
  '/portal/jwks',
  '/launch/jwks',
  '/openapi.json',
  '/livez',
  '/readyz',
  '/metrics',
]

const PAGES = [
  '/',
  '/portal',
  '/portal/compose',
  '/traces',
  '/admin',
  '/browse',
  '/connect',
  '/docs',
  '/docs/errors',
  '/tools',
]

/** Operations of readers, by name; `cookie` belongs to an administrator. */
export function readersOperations(
  { slipway }: Bench,
  cookie: string,
  pages: boolean,
): Readonly<Record<string, Operation>> {
  const one = (places: readonly string[], sign: string, more = ''): Operation => {
    let turn = 0
    return async (connection) => {
      const place = places[turn++ % places.length] ?? '/'
      const { status, body } = await connection.ask(get(slipway, place, undefined, more))
      if (status !== 200 || !body.includes(sign))
        throw new Error(`${place}: status ${status}: ${body.subarray(0, 300)}`)
    }
  }
  return {
    document: one(DOCUMENTS, ''),
    ...(pages ? { page: one(PAGES, '</html>', `accept: text/html\r\ncookie: ${cookie}\r\n`) } : {}),
  }
}
