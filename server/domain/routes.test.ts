// What the table says of the addresses, with the reason for which a row says it. A list names all rows of its kind: of a
// new row, or a changed one, the reason is asked for here.
import { describe, expect, it } from 'vitest'
import { groupIn } from './find-route.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

const pathsOf = (rows: readonly Route[]) => rows.map(({ path }) => path)
const where = (is: (row: Route) => boolean) => pathsOf(ROUTES.filter(is))
const startingWith = (...prefixes: readonly string[]) =>
  where(({ path }) => prefixes.some((prefix) => path.startsWith(prefix)))

const STATIC = ['/_next/*', '/plain.css', '/inter.woff2', '/icon.svg', '/favicon.ico']
const KEYS = where(({ path }) => path.endsWith('/jwks'))
const WELL_KNOWN = where(({ path }) => path.includes('/.well-known/'))

describe('the traffic class of an address', () => {
  const ofClass = (traffic: Route['traffic']) => where((row) => row.traffic === traffic)

  it('is vital for what watches over the process: it is never refused, so nothing else is', () => {
    expect(ofClass('vital')).toEqual(['/livez', '/readyz', '/metrics'])
  })

  it('is poll for requests that wait on purpose: they would take the places of others', () => {
    expect(ofClass('poll')).toEqual(['/portal/api/tasks/stream', '/traces/api/**'])
  })

  it('is fhir for what is asked often and answered cheaply', () => {
    expect(ofClass('fhir')).toEqual(startingWith('/fhir', '/metadata', '/.well-known/'))
  })

  it('is page for what a browser loads with a page, and is work for all else', () => {
    const forms = ['/portal/go-on', '/portal/signed-out']
    expect(ofClass('page')).toEqual([...forms, '/shared/**', '/openapi.json', ...STATIC, '/**'])
  })

  it('goes with a client that authenticates by the body of a POST where the protocol says so (RFC 7523 §2.2)', () => {
    expect(where(({ provesClient }) => provesClient === true)).toEqual(['/oauth2/token', '/oauth2/introspect'])
  })
})

describe('a refusal by the server itself', () => {
  it('is an OperationOutcome for FHIR, JSON for protocols and scripts, and a sentence elsewhere', () => {
    expect(where(({ refusal }) => refusal === 'fhir')).toEqual(['/fhir/**'])
    const json = where(
      ({ path }) => /^\/(\.well-known|oauth2|idp)\/|\/api\/|^\/launch\/hook$/.test(path) && path !== '/api/auth/**',
    )
    expect(where(({ refusal }) => refusal === 'json')).toEqual(
      json.filter((path) => !/^\/(launch|energy)\/api\/end$/.test(path)),
    ) // A form.
  })
})

describe('a body', () => {
  it('of unknown length is refused where no handler limits it: at pages, documents and addresses that take none', () => {
    const pages = ['/portal/compose', '/api/auth/**', ...STATIC, '/**']
    const takeNone = [
      '/portal/go-on',
      '/portal/signed-out',
      '/launch/hook',
      '/shared/**',
      '/livez',
      '/readyz',
      '/metrics',
    ]
    const documents = ['/metadata', '/openapi.json', '/portal/jwks', '/browse/jwks', ...startingWith('/.well-known/')]
    expect(where(({ readsBodies }) => !readsBodies).sort()).toEqual([...pages, ...takeNone, ...documents].sort())
  })

  it('may be a resource or a Bundle, or a file of them, where records are written', () => {
    expect(where(({ takesResources }) => takesResources === true)).toEqual([
      ...['/fhir/**', '/browse/api/record', '/tools/api/fhir'],
    ])
    expect(where(({ takesImports }) => takesImports === true)).toEqual(['/admin/api/data/import'])
  })

  it('that is unfit is refused by FHIR itself where it would have written: the refusal is in the audit log', () => {
    expect(where(({ judgesBodies }) => judgesBodies !== undefined)).toEqual(['/fhir/**'])
    const judges = ROUTES.find(({ judgesBodies }) => judgesBodies)?.judgesBodies
    const writes = (method: string) => judges?.(method, '/fhir/Patient')
    expect(['PUT', 'PATCH', 'DELETE', 'POST', 'GET', 'HEAD'].map(writes)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(judges?.('POST', '/fhir/Patient/_search')).toBe(false)
  })
})

describe('the limit of an address', () => {
  const limited = (limit: Route['limit']) => where((row) => JSON.stringify(row.limit) === JSON.stringify(limit))

  it('is of the peer itself where it knows its clients', () => {
    expect(limited('own')).toEqual(['/fhir/**', '/oauth2/authorize', '/oauth2/token', '/oauth2/introspect'])
    expect(limited('failures')).toEqual([
      ...['/oauth2/backchannel-logout', '/idp/token', '/portal/api/notified', '/portal/api/backchannel-logout'],
      ...['/api/launches', '/launch/api/backchannel-logout', '/energy/api/backchannel-logout'],
    ])
  })

  it('is answered by a page of the peer where a person is', () => {
    expect(limited({ page: 'oauth' })).toEqual(['/oauth2/callback'])
    expect(limited({ page: 'idp' })).toEqual(['/idp/authorize', '/idp/login', '/idp/signup', '/idp/logout'])
    expect(limited({ page: 'app' })).toEqual(
      ['/launch', '/energy'].flatMap((app) => [app, `${app}/callback`, `${app}/api/end`, `${app}/*`]),
    )
    const forms = ['go-on', 'signed-out'].map((name) => `/portal/${name}`)
    const launches = ['/portal/compose/launch', '/portal/compose/open', '/portal/launch']
    expect(limited({ page: 'portal' })).toEqual([...launches, ...forms, '/shared/**'])
  })

  it('is none for probes, and for what is the same for everybody', () => {
    expect(limited('probe')).toEqual(['/livez', '/readyz'])
    const documents = [...WELL_KNOWN.filter((path) => !path.endsWith('*')), ...KEYS, '/metadata', '/openapi.json']
    const handled = where(({ limit, answer }) => limit === 'document' && typeof answer === 'function')
    expect(handled.sort()).toEqual(documents.sort())
  })
})

describe('the group of an address in /metrics', () => {
  const inGroup = (group: string) => where(({ metrics }) => metrics === group)

  it('tells the parts of a launch apart', () => {
    expect(inGroup('token')).toEqual(['/oauth2/token'])
    expect(inGroup('authorize')).toEqual(['/oauth2/authorize', '/oauth2/callback'])
    expect(inGroup('introspect')).toEqual(['/oauth2/introspect'])
    expect(inGroup('idp')).toEqual(startingWith('/idp/').filter((path) => ![...WELL_KNOWN, ...KEYS].includes(path)))
    const apps = startingWith('/launch', '/energy').filter((path) => ![...KEYS, '/launch/api/hook'].includes(path))
    expect(inGroup('launch')).toEqual(['/portal/launch', '/api/launches', ...apps])
  })

  it('is one for documents, one for files, and one for what watches over the process', () => {
    expect(inGroup('discovery').sort()).toEqual([...WELL_KNOWN, ...KEYS, '/metadata', '/openapi.json'].sort())
    expect(inGroup('static')).toEqual(STATIC)
    expect(inGroup('operation')).toEqual(['/livez', '/readyz', '/metrics'])
  })

  it('is one for the interfaces of our pages, and one for the pages', () => {
    const interfaces = where(({ path }) => /^\/\w+\/api\//.test(path)).filter(
      (path) => !/^\/(launch|energy)\//.test(path),
    )
    expect(inGroup('api').sort()).toEqual([...interfaces, '/api/auth/**', '/api/find', '/launch/api/hook'].sort())
  })

  it.each([
    ['/fhir/DEFAULT/Patient', 'fhir_search'],
    ['/fhir/Patient/_search', 'fhir_search'],
    ['/fhir', 'fhir_search'],
    ['/fhir/DEFAULT/', 'fhir_search'],
    ['/fhir/metadata', 'fhir_discovery'],
    ['/fhir/DEFAULT/.well-known/smart-configuration', 'fhir_discovery'],
    ['/fhir/DEFAULT/Patient/marijke-jansen', 'fhir_read'],
    ['/fhir/Patient/marijke-jansen/_history/1', 'fhir_read'],
  ])('of %s is %s', (pathname, group) => {
    const fhir = ROUTES.find(({ path }) => path === '/fhir/**') as Route
    expect(groupIn(fhir, pathname)).toBe(group)
  })
})
