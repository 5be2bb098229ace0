// Security headers of every page (conformance SEC-02 to SEC-04, SEC-06). Machine routes keep the headers of their own peer,
// and Strict-Transport-Security comes from the server in front (server/http/server.ts).
import { type NextRequest, NextResponse } from 'next/server'
import { isInDocs } from '#lib/docs/pages.ts'
import { isInBrowse } from '#lib/fhir/record-pages.ts'
import { PAGE_ADDRESS } from '#lib/http/page-address.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { markOwnFace } from '#lib/launch/own-face.ts'
import { readConfig } from '#server/config/config.ts'
import { answers, isMachine, routeFinder } from '#server/domain/find-route.ts'
import { ROUTES } from '#server/domain/routes.ts'

const DEVELOPMENT = process.env.NODE_ENV === 'development'
const NONCE_BYTES = 16 // 128 bit: CSP Level 3 §2.3.1

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The route that answers every address of machines, by the table. */
const MACHINES = '/api/machines'
/** A path that has no page, for the one that says so. */
const NO_PAGE = '/no-page'

const findRoute = routeFinder(ROUTES)

let site: string | undefined
/** PUBLIC_URL; the settings are parsed with the first page only. */
const publicUrl = (): string => {
  site ??= readConfig().publicUrl
  return site
}

/** Gives a page a policy with a nonce of its own; Next and Mantine read the nonce from the request's headers. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  const route = findRoute(pathname)
  const accept = request.headers.get('accept') ?? undefined
  if (isMachine(route) && answers(route, request.method, search, accept))
    return NextResponse.rewrite(new URL(MACHINES, request.url))
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString('base64')
  const policy = contentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  markOwnFace(headers, pathname)
  headers.set(PAGE_ADDRESS, pathname + search)
  // Pages do not know the address of the site, by which the cookie of a chosen language is named.
  headers.set('accept-language', languageOf({ url: publicUrl(), headers }))
  headers.set('content-security-policy', policy)
  const response =
    // A page that finds out by itself is empty without scripts: Next sends a document that its script fills.
    route.answer === 'nothing' || !isInDocs(pathname) || !isInBrowse(pathname)
      ? NextResponse.rewrite(new URL(NO_PAGE, request.url), { request: { headers } })
      : NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value)
  return response
}

/** Everything from here; scripts by nonce. In development React evaluates code and the tooling injects styles. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT ? " 'unsafe-eval'" : ''}`,
    `style-src-elem 'self' ${DEVELOPMENT ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'", // Mantine hands sizes and colours to its stylesheets by style attributes.
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${DEVELOPMENT ? ' ws:' : ''}`,
    "frame-src 'none'",
    // Whoever opened the pages under another name of this machine must still get to where forms lead.
    `form-action 'self' ${new URL(publicUrl()).origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const config = {
  matcher: [
    // A person below a prefix of machines: what is in no row there is a page that says so. A request with a body does not come here.
    {
      source: '/(oauth2|idp|\\.well-known|api|(?:tools|portal|launch|energy|browse)/api)(.*)',
      has: [{ type: 'header', key: 'accept', value: '.*text/html.*' }],
      missing: [{ type: 'header', key: 'content-type' }],
    },
    // Everything but the files, and what lies below a prefix that has a route in app/ to itself. Next wants a literal.
    '/((?!_next/static/|plain\\.css$|icon\\.svg$|(?:fhir|oauth2|idp|shared|\\.well-known|(?:traces|subscriptions)/api)(?:/|$)|(?:admin|connect|tools|portal|launch|energy|browse)/api/.|api/(?!auth(?:/|$)).).*)',
  ],
}
