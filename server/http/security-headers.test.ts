import { describe, expect, it } from 'vitest'
import type { TraceList } from '#lib/api/traces.ts'
import { wholePathsOf } from '../domain/find-route.ts'
import { ROUTES } from '../domain/routes.ts'
import { registerApp } from '../testing/app.ts'
import { runningDomain } from '../testing/running.ts'

const MACHINE_PATHS = wholePathsOf(ROUTES)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** FHIR is one handler for many addresses: good ones, bad ones, and what is not there. */
const FHIR_PATHS = [
  '/fhir',
  '/fhir/metadata',
  '/fhir/DEFAULT/metadata',
  '/fhir/.well-known/smart-configuration',
  '/fhir/Patient',
  '/fhir/Patient/marijke-jansen',
  '/fhir/DEFAULT/Patient/marijke-jansen/_history/1',
  '/fhir/DEFAULT/Nonsense',
  '/fhir/Patient/no-such',
  '/fhir/%ZZ',
  '/fhir?_getpages=no-such',
  '/launch?iss=x&launch=y',
]
/** Each API below which one handler answers, for people of the console and for developers. */
const API_PATHS = [
  ...['/admin/api/me', '/admin/api/apps', '/admin/api/apps/no-such', '/admin/api/no-such'],
  ...['/connect/api/me', '/connect/api/apps', '/connect/api/apps/no-such/seen', '/connect/api/test-key'],
  ...['/connect/api/samples/app.mjs', '/connect/api/samples/no-such'],
  ...['/traces/api', '/traces/api?limit=x', '/traces/api/stream', '/traces/api/l-no-such', '/traces/api/%ZZ'],
]
const PATHS = [...MACHINE_PATHS, ...FHIR_PATHS, ...API_PATHS, `/fhir/${'x'.repeat(9000)}`]

/** What an answer lacks, by conformance row. */
function faults(response: Response, https: boolean): readonly string[] {
  const { headers } = response
  const value = (name: string) => headers.get(name) ?? ''
  const policy = value('content-security-policy')
  const rules: readonly (readonly [string, boolean])[] = [
    ['SEC-03 nosniff', value('x-content-type-options') === 'nosniff'],
    [
      'SEC-05 HSTS',
      https ? /max-age=31536000/.test(value('strict-transport-security')) : !headers.has('strict-transport-security'),
    ],
    ['SEC-06 CORP', value('cross-origin-resource-policy') === 'same-origin'],
    ['SEC-06 X-Powered-By', !headers.has('x-powered-by')],
    ['SEC-06 Server', !/\d/.test(value('server'))],
    ['HOC-06 credentials', !headers.has('access-control-allow-credentials')],
    ['SEC-11 307 or 308', ![307, 308].includes(response.status)],
    ['an error of our own', response.status < 500],
  ]
  const forPages: readonly (readonly [string, boolean])[] = [
    [
      'SEC-02 CSP',
      ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"].every((rule) => policy.includes(rule)),
    ],
    ['SEC-02 inline script', !/script-src[^;]*'unsafe-inline'/.test(policy) && /(script|default)-src/.test(policy)],
    ['SEC-04 referrer', value('referrer-policy') === 'no-referrer'],
    ['SEC-04 frame', value('x-frame-options') === 'DENY'],
    ['SEC-06 COOP', value('cross-origin-opener-policy') === 'same-origin'],
    ['SEC-06 Permissions-Policy', headers.has('permissions-policy')],
  ]
  const all = /^text\/html/.test(value('content-type')) ? [...rules, ...forPages] : rules
  return all.filter(([, holds]) => !holds).map(([name]) => name)
}

describe('security headers, on every machine address with every method', () => {
  it.each([
    ['http', {}],
    ['https', { PUBLIC_URL: 'https://slipway.example', DEMO: 'true' }],
  ])('SEC-16 SEC-02 SEC-03 SEC-04 SEC-05 SEC-06 hold over %s', async (scheme, env) => {
    const { domain, url } = await runningDomain(env)
    const bearer = { authorization: 'Bearer nonsense' }
    for (const path of PATHS)
      for (const method of METHODS)
        for (const headers of [{ accept: 'text/html' }, { accept: 'application/json', ...bearer }]) {
          const response = await fetch(`${url}${path}`, { method, headers, redirect: 'manual' })
          expect(faults(response, scheme === 'https'), `${method} ${path.slice(0, 80)} ${response.status}`).toEqual([])
          await response.body?.cancel()
        }
    expect(domain.config.publicUrl.startsWith(`${scheme}:`)).toBe(true)
  })

  it('SEC-02 SEC-03 SEC-04 SEC-06 hold for what an administrator gets, including a trace as a document', async () => {
    const viewer = async () => ({ username: 'beheer@demo.test', name: undefined })
    const { url } = await runningDomain({}, undefined, { viewer })
    await fetch(`${url}/oauth2/authorize?client_id=nobody`)
    const { items } = (await (await fetch(`${url}/traces/api`)).json()) as TraceList
    const trace = `/traces/api/${items[0]?.id}`
    const documents = [`${trace}?download=json`, `${trace}?download=html`]
    const types = []
    for (const path of [...API_PATHS, trace, ...documents])
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const response = await fetch(`${url}${path}`, { method })
        expect(faults(response, false), `${method} ${path} ${response.status}`).toEqual([])
        expect(response.headers.get('access-control-allow-origin'), path).toBeNull()
        if (method === 'GET' && response.ok) types.push(response.headers.get('content-type')?.split(';')[0])
        await response.body?.cancel()
      }
    expect(new Set(types)).toEqual(new Set(['application/json', 'text/plain', 'text/html', 'text/event-stream']))
  })

  it('HOC-08 HOC-09 allow no origin at the token and the authorize endpoint', async () => {
    const { url } = await runningDomain()
    for (const path of ['/oauth2/token', '/oauth2/introspect', '/oauth2/authorize', '/idp/token', '/idp/login'])
      for (const method of ['GET', 'POST', 'OPTIONS'])
        for (const origin of ['https://evil.example', 'null', url]) {
          const headers = { origin, 'access-control-request-method': 'POST' }
          const response = await fetch(`${url}${path}`, { method, headers, redirect: 'manual' })
          expect(response.headers.get('access-control-allow-origin'), `${method} ${path}`).toBeNull()
        }
  })

  it('HOC-03 headers and parameters that claim to override the method are ignored', async () => {
    const running = await runningDomain()
    const token = await running.bearer(await registerApp(running.domain))
    const headers = { authorization: `Bearer ${token}`, 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE' }
    const response = await fetch(`${running.url}/fhir/Patient/marijke-jansen?_method=DELETE`, { headers })
    expect(response.status).toBe(200)
  })
})

describe('open redirects', () => {
  const EVIL = ['//evil.example', 'https://evil.example', '/\\evil.example', 'https:evil.example', '%2F%2Fevil.example']
  const NAMES = [
    'next',
    'returnTo',
    'redirect',
    'redirect_uri',
    'post_logout_redirect_uri',
    'callbackUrl',
    'url',
    'interaction',
  ]

  it('SEC-07 no address redirects to a target that a stranger put in a parameter', async () => {
    const { url } = await runningDomain()
    for (const path of [...MACHINE_PATHS, '/connect/api/apps', '/traces/api', '/admin/api/apps'])
      for (const evil of EVIL) {
        const query = NAMES.map((name) => `${name}=${evil.startsWith('%') ? evil : encodeURIComponent(evil)}`).join('&')
        for (const method of ['GET', 'POST']) {
          const post = {
            method,
            body: query,
            headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url },
          }
          const response = await fetch(
            `${url}${path}?${query}`,
            method === 'POST' ? { ...post, redirect: 'manual' } : { redirect: 'manual' },
          )
          const location = response.headers.get('location')
          if (location !== null) expect(new URL(location, url).origin, `${method} ${path} ${evil}`).toBe(url)
        }
      }
  })
})
