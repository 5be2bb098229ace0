import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isMachine, routeFinder, wholePathsOf } from '../domain/find-route.ts'
import { ROUTES } from '../domain/routes.ts'
import { shareDomain } from '../domain/shared-domain.ts'
import { registerApp } from '../testing/app.ts'
import { testDomain } from '../testing/domain.ts'
import { proxied, rewritten, routeFileOf } from '../testing/next-mount.ts'

const MACHINE_PATHS = wholePathsOf(ROUTES)

type Route = Readonly<Record<string, (request: Request) => Promise<Response>>>

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The module of Next's that answers an address, as proxy.ts and the folders of app/ lead there. */
async function routeOf(pathname: string): Promise<Route> {
  const file = routeFileOf(rewritten(pathname))
  expect(file, pathname).toBeDefined()
  return import(/* @vite-ignore */ String(file))
}

/** The id of a trace, which every refusal has of its own. */
const TRACE = /\bo-[\w-]{22}/g

/** What does not differ from one answer to the next by design. */
async function essence(response: Response) {
  const { status, headers } = response
  const shown = ['content-type', 'allow', 'cache-control', 'location', 'www-authenticate'].map((name) =>
    headers.get(name),
  )
  const body = (await response.text()).replace(TRACE, 'trace')
  return { status, shown, body: /text\/html/.test(headers.get('content-type') ?? '') ? undefined : body }
}

/** Whether proxy.ts gives an address the policy for pages. */
const isPage = (pathname: string) => proxied(pathname)?.headers.has('content-security-policy') === true

const find = routeFinder(ROUTES)
/** A path that each row is for. */
const PATHS = ROUTES.flatMap(({ path }) =>
  path.endsWith('**') ? [path.slice(0, -'/**'.length) || '/', path.replace('**', 'x')] : [path.replace('*', 'x')],
)

describe('the table of addresses', () => {
  // Next's own files take no policy, whatever they are.
  it.each(PATHS.filter((path) => !/^\/_next|\.(css|svg)$/.test(path)))(
    'and the policy for pages agree on %s',
    (path) => {
      // The address of a demo app is both: opened bare it is a page.
      expect(isPage(path)).toBe(['/launch', '/energy'].includes(path) || !isMachine(find(path)))
    },
  )
})

describe.each(MACHINE_PATHS)('%s', (pathname) => {
  it('has a route in Next that answers every method as the direct mount does', async () => {
    const { domain, fetch } = await testDomain()
    shareDomain(domain)
    const route = await routeOf(pathname)
    for (const method of METHODS) {
      const request = () => new Request(`http://localhost:3000${pathname}`, { method })
      const answer = route[method]
      expect(answer, `${method} ${pathname}`).toBeDefined()
      const [byNext, direct] = [await answer?.(request()), await fetch(request())]
      expect(await essence(byNext as Response), `${method} ${pathname}`).toEqual(await essence(direct))
    }
  })

  it('is left alone by the policy for pages, which is for what lies beside it and no peer answers', () => {
    expect(isPage(pathname)).toBe(false)
    expect(isPage(`${pathname}-not`)).toBe(!isMachine(find(`${pathname}-not`)))
  })
})

describe('the FHIR API', () => {
  const FORM = { method: 'POST', body: '_count=1&_id=marijke-jansen', type: 'application/x-www-form-urlencoded' }
  const CALLS: readonly (readonly [path: string, init?: Record<string, string>])[] = [
    ['/metadata'],
    ['/metadata?_summary=true', { method: 'HEAD' }],
    ['/.well-known/smart-configuration', { accept: 'text/html' }],
    ['/Patient/marijke-jansen'],
    ['/Patient/marijke-jansen', { method: 'HEAD' }],
    ['/Patient/marijke-jansen', { 'if-none-match': 'W/"1"' }],
    ['/Patient/marijke-jansen?_summary=true&_pretty=true', { accept: 'application/json' }],
    ['/Patient/marijke-jansen/_history/1'],
    ['/Patient/marijke-jansen/_history/9'],
    ['/Patient/nobody'],
    ['/Patient/%2e%2e'],
    ['/Patient/marijke-jansen/'],
    ['/Patient?_count=2&_sort=_id', { 'accept-encoding': 'br' }],
    ['/Patient?_count=x'],
    ['/Patient?foo=bar', { prefer: 'handling=strict' }],
    ['/Patient/_search', FORM],
    ['/Patient/_search', { method: 'POST', body: '{}', type: 'application/json' }],
    ['/Task'],
    ['/Nonsense'],
    ['?_getpages=unknown'],
    [''],
    ['/Patient', { accept: 'application/fhir+xml' }],
    ['/Patient', { method: 'OPTIONS', origin: 'https://app.example' }],
    ['/Patient/marijke-jansen', { method: 'PUT', body: '{}', type: 'application/fhir+json' }],
    ['/Patient/marijke-jansen', { method: 'DELETE' }],
  ]

  it.each(['/fhir', '/fhir/DEFAULT'])(
    'ERR-01 RDR-02 LST-02 HOC-01 NEG-10 CND-01 answers the same below %s through the catch-all route of Next',
    async (base) => {
      const { domain, fetch, bearer } = await testDomain()
      shareDomain(domain)
      const token = `Bearer ${await bearer(await registerApp(domain))}`
      const route = await routeOf(base)
      for (const [path, { method = 'GET', body, type, ...headers } = {}] of CALLS) {
        const request = () =>
          new Request(`http://localhost:3000${base}${path}`, {
            method,
            headers: {
              authorization: token,
              'x-request-id': 'same',
              'x-trace-id': 'the-same-one',
              ...(type ? { 'content-type': type } : {}),
              ...headers,
            },
            ...(body ? { body } : {}),
          })
        const byNext = (await route[method as (typeof METHODS)[number]]?.(request())) as Response
        const what = `${method} ${base}${path}`
        expect(byNext.headers.has('content-encoding'), what).toBe(false)
        expect(await everything(byNext, headers), what).toEqual(await everything(await fetch(request()), headers))
      }
    },
  )
})

/** Status, headers and the document, which Next is given as it is; each search has an id and a time of its own. */
async function everything(response: Response, asked: Readonly<Record<string, string>>) {
  const own = (text: string) => text.replace(/[0-9a-f-]{36}/g, 'uuid').replace(/"lastUpdated":"[^"]*"/, '')
  const bytes = Buffer.from(await response.arrayBuffer())
  const body = response.headers.get('content-encoding') === 'br' ? brotliDecompressSync(bytes) : bytes
  const coding = 'accept-encoding' in asked ? ['content-encoding', 'content-length'] : []
  const headers = [...response.headers].filter(([name]) => !coding.includes(name))
  return { status: response.status, headers, body: own(body.toString()) }
}

/** By the folder of the route: addresses below it, of which some are none. */
const CATCH_ALLS = [
  ['/admin/api/[...path]', ['/admin/api/me', '/admin/api/apps', '/admin/api/apps/demo-app/status']],
  [
    '/connect/api/[...path]',
    [
      ...['/connect/api/me', '/connect/api/apps', '/connect/api/apps/nobody', '/connect/api/apps/nobody/seen'],
      ...['/connect/api/apps/nobody/remove', '/connect/api/test-key', '/connect/api/samples/app.mjs'],
      ...['/connect/api/samples/..%2fapp.mjs', '/connect/api/nothing'],
    ],
  ],
  [
    '/subscriptions/api/[[...path]]',
    [
      ...['/subscriptions/api', '/subscriptions/api/nobody', '/subscriptions/api/nobody/stop'],
      ...['/subscriptions/api/nobody/send', '/subscriptions/api/nobody/nothing', '/subscriptions/api/%00'],
    ],
  ],
  [
    '/traces/api/[[...path]]',
    [
      ...[
        '/traces/api',
        '/traces/api?limit=1',
        '/traces/api?outcome=nonsense',
        '/traces/api/l-none',
        '/traces/api/%00',
      ],
      '/traces/api/stream?after=none',
    ],
  ],
] as const

describe.each(CATCH_ALLS)('the catch-all route %s of Next', (route, addresses) => {
  it.each([undefined, 'beheer@demo.test'])('SEC-17 answers as the direct mount does to %s', async (username) => {
    const viewer = async () => (username === undefined ? undefined : { username, name: undefined })
    const { domain, fetch } = await testDomain({}, { viewer })
    shareDomain(domain)
    const answers = await routeOf(addresses[0])
    for (const method of METHODS)
      for (const address of addresses) {
        const request = () => new Request(`http://localhost:3000${address}`, { method })
        const byNext = await essence((await answers[method]?.(request())) as Response)
        expect(byNext, `${method} ${address}`).toEqual(await essence(await fetch(request())))
      }
  })

  it('is left alone by the policy for pages, which is for what lies beside it', () => {
    for (const address of addresses) expect(isPage(address.replace(/\?.*/, '')), address).toBe(false)
    const [base = ''] = route.split('/[')
    expect([isPage(`${base}-not`), isPage(base)]).toEqual([true, !route.includes('[[')])
    expect(isPage(base.replace('/api', '/apps'))).toBe(true)
  })
})
