// The table of addresses. A row names the handler of an address, its traffic class, metrics group, form of refusal and rate limit.
// The server, overload, metrics, requests inside the process and the routes of Next read it: a new endpoint is a row here.
import type { Handler } from '#lib/http/handler.ts'
import { DEMO_PATHS } from '#lib/launch/demo-paths.ts'
import type { Launch } from '../launch/launch.ts'
import type { Peers } from './peers.ts'
import type { MetricsGroup, Route, RouteFacts } from './route.ts'

type Answer = (peers: Peers) => Handler
type More = Partial<Omit<Route, 'path' | 'answer'>>

const row = (facts: RouteFacts, path: string, answer: Route['answer'], more: More = {}): Route => ({
  ...facts,
  path,
  answer,
  ...more,
})

const PAGE: RouteFacts = { traffic: 'page', metrics: 'page', refusal: 'text', readsBodies: false, limit: 'document' }
const OAUTH: RouteFacts = {
  traffic: 'work',
  metrics: 'page',
  refusal: 'json',
  readsBodies: true,
  limit: 'own',
  awaitsDisk: true,
}
const FHIR: RouteFacts = { ...OAUTH, traffic: 'fhir', metrics: fhirGroup, refusal: 'fhir' }
const IDP: RouteFacts = { ...OAUTH, metrics: 'idp', limit: { page: 'idp' } }
const LAUNCH: RouteFacts = {
  traffic: 'work',
  metrics: 'launch',
  refusal: 'text',
  readsBodies: true,
  limit: { page: 'app' },
}
const API: RouteFacts = { traffic: 'work', metrics: 'api', refusal: 'json', readsBodies: true, limit: 'api' }
const PORTAL: RouteFacts = { ...PAGE, readsBodies: true, limit: { page: 'portal' } }
const PROBE: RouteFacts = { ...PAGE, traffic: 'vital', metrics: 'operation', limit: 'probe' }
const STATIC: RouteFacts = { ...PAGE, metrics: 'static' }

/** Public documents without a rate limit. */
const DOCUMENT = { metrics: 'discovery', limit: 'document' } as const
const WELL_KNOWN: RouteFacts = { ...FHIR, ...DOCUMENT, refusal: 'json', readsBodies: false }

/** Of what shows records of people, or tells of them. */
const RECORDS = { showsRecords: true } as const

/** The row for addresses below a machine prefix that no other row matches. */
const notFound = (facts: RouteFacts, path: string) => row({ ...facts, limit: 'document' }, path, 'nothing')

/** True for requests that may change something: their refusal is an audit event. */
const isWrite = (method: string, pathname: string): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) || (method === 'POST' && !pathname.endsWith('/_search'))

const fhirApi: Answer = ({ fhir }) => fhir.handle
const fhirCached = { fromCache: ({ fhir }: Peers) => fhir.cached }

/** The addresses of a demo app, which are below its own. */
function appRows(path: string, app: (peers: Peers) => Launch): readonly Route[] {
  const [page, api] = [LAUNCH, { ...API, metrics: 'launch' } as const]
  return [
    row(page, path, (peers) => app(peers).receive, { when: isLaunch }),
    row(page, `${path}/callback`, (peers) => app(peers).callback),
    row(page, `${path}/jwks`, (peers) => app(peers).jwks, DOCUMENT),
    row(api, `${path}/api/session`, (peers) => app(peers).session),
    row(api, `${path}/api/fhir`, (peers) => app(peers).fhir, RECORDS),
    row(api, `${path}/api/task`, (peers) => app(peers).task),
    row(api, `${path}/api/answers`, (peers) => app(peers).answers, RECORDS),
    row(page, `${path}/api/end`, (peers) => app(peers).end),
    row(api, `${path}/api/backchannel-logout`, (peers) => app(peers).backchannelLogout, { limit: 'failures' }),
    notFound(api, `${path}/api/*`),
    row(page, `${path}/*`, 'page'),
  ]
}

export const ROUTES: readonly Route[] = [
  row(FHIR, '/fhir/**', fhirApi, { ...fhirCached, takesResources: true, judgesBodies: isWrite }),
  row(FHIR, '/metadata', fhirApi, { ...DOCUMENT, refusal: 'text', readsBodies: false }),

  row(WELL_KNOWN, '/.well-known/openid-configuration', ({ oauth }) => oauth.openidConfiguration),
  row(WELL_KNOWN, '/.well-known/oauth-authorization-server', ({ oauth }) => oauth.authorizationServerMetadata),
  row(WELL_KNOWN, '/.well-known/oauth-protected-resource/fhir', ({ fhir }) => fhir.protectedResourceMetadata),
  row(WELL_KNOWN, '/.well-known/oauth-protected-resource/fhir/DEFAULT', ({ fhir }) => fhir.protectedResourceMetadata),
  row(WELL_KNOWN, '/.well-known/smart-configuration', fhirApi),
  notFound(WELL_KNOWN, '/.well-known/**'),

  row(OAUTH, '/oauth2/authorize', ({ oauth }) => oauth.authorize, { metrics: 'authorize' }),
  row(OAUTH, '/oauth2/callback', ({ oauth }) => oauth.callback, { metrics: 'authorize', limit: { page: 'oauth' } }),
  row(OAUTH, '/oauth2/token', ({ oauth }) => oauth.token, { metrics: 'token', provesClient: true }),
  row(OAUTH, '/oauth2/introspect', ({ oauth }) => oauth.introspect, { metrics: 'introspect', provesClient: true }),
  row(OAUTH, '/oauth2/jwks', ({ oauth }) => oauth.jwks, DOCUMENT),
  row(OAUTH, '/oauth2/backchannel-logout', ({ oauth }) => oauth.backchannelLogout, {
    limit: 'failures',
    awaitsDisk: false,
  }),
  notFound(OAUTH, '/oauth2/**'),

  row(IDP, '/idp/.well-known/openid-configuration', ({ idp }) => idp.openidConfiguration, DOCUMENT),
  row(IDP, '/idp/authorize', ({ idp }) => idp.authorize),
  row(IDP, '/idp/token', ({ idp }) => idp.token, { limit: 'failures' }),
  row(IDP, '/idp/jwks', ({ idp }) => idp.jwks, DOCUMENT),
  row(IDP, '/idp/login', ({ idp }) => idp.login),
  row(IDP, '/idp/signup', ({ idp }) => idp.signup),
  row(IDP, '/idp/logout', ({ idp }) => idp.logout),
  notFound(IDP, '/idp/**'),

  row(API, '/portal/api/me', ({ portal }) => portal.me),
  row(API, '/portal/api/patients', ({ portal }) => portal.patients, RECORDS),
  row(API, '/portal/api/work', ({ portal }) => portal.work, RECORDS),
  row(API, '/portal/api/tasks', ({ portal }) => portal.tasks, RECORDS),
  row(API, '/portal/api/tasks/choices', ({ portal }) => portal.taskChoices, RECORDS),
  row(API, '/portal/api/tasks/give', ({ portal }) => portal.giveTask),
  row(API, '/portal/api/tasks/fresh', ({ portal }) => portal.freshTask),
  row(API, '/portal/api/tasks/cancel', ({ portal }) => portal.cancelTask),
  row(API, '/portal/api/tasks/stream', ({ portal }) => portal.taskStream, { traffic: 'poll', ...RECORDS }),
  row(API, '/portal/api/notified', ({ portal }) => portal.notified, { limit: 'failures' }),
  row(API, '/portal/api/compose', ({ portal }) => portal.compose, RECORDS),
  row(API, '/portal/api/compose/ticket', ({ portal }) => portal.composeTicket),
  row(API, '/portal/api/compose/sample', ({ portal }) => portal.composeSample),
  notFound(API, '/portal/api/*'),
  row(PORTAL, '/portal/compose/launch', ({ portal }) => portal.composeLaunch, { traffic: 'work' }),
  row(PORTAL, '/portal/compose/open', ({ portal }) => portal.composeOpen, { traffic: 'work' }),
  row(PAGE, '/portal/compose', 'page', { traffic: 'work' }),
  row(PORTAL, '/portal/launch', ({ portal }) => portal.launch, { traffic: 'work', metrics: 'launch' }),
  row(PORTAL, '/portal/go-on', ({ portal }) => portal.goOn, { readsBodies: false }),
  row(PORTAL, '/portal/signed-out', ({ portal }) => portal.signedOut, { readsBodies: false }),
  row(API, '/portal/api/backchannel-logout', ({ portalLogout }) => portalLogout, { limit: 'failures' }),
  row(PAGE, '/portal/jwks', ({ portal }) => portal.jwks, { ...DOCUMENT, traffic: 'work' }),
  row({ ...API, metrics: 'launch' }, '/api/launches', ({ portal }) => portal.launches, { limit: 'failures' }),
  row(API, '/api/find', ({ find }) => find.handle),
  row(PAGE, '/api/auth/**', 'next-auth', { traffic: 'work', metrics: 'api' }),
  notFound({ ...API, metrics: 'page' }, '/api/*'),

  row(API, '/launch/hook', ({ receiver }) => receiver.notified, { metrics: 'launch', readsBodies: false }),
  row(API, '/launch/api/hook', ({ receiver }) => receiver.handle, RECORDS),
  ...appRows(DEMO_PATHS.sleep, ({ launch }) => launch),
  ...appRows(DEMO_PATHS.energy, ({ energy }) => energy),

  row(API, '/browse/api/session', ({ browse }) => browse.session),
  row(API, '/browse/api/fhir', ({ browse }) => browse.fhir, RECORDS),
  row(API, '/browse/api/record', ({ browse }) => browse.record, { takesResources: true }),
  row(API, '/browse/api/types', ({ browse }) => browse.types, RECORDS),
  row(API, '/browse/api/writers', ({ browse }) => browse.writers, RECORDS),
  notFound(API, '/browse/api/*'),
  row(PAGE, '/browse/jwks', ({ browse }) => browse.jwks, { ...DOCUMENT, traffic: 'work' }),

  row(API, '/tools/api/me', ({ connect }) => connect.toolsMe),
  row(API, '/tools/api/judge', ({ connect }) => connect.inspect),
  row(API, '/tools/api/fhir', ({ fhirConsole }) => fhirConsole.handle, { takesResources: true }),
  notFound(API, '/tools/api/*'),
  row(API, '/connect/api/*', ({ connect }) => connect.handle),
  row(API, '/account/api/*', ({ account }) => account.handle),
  row(API, '/admin/api/data/import', ({ admin }) => admin.handle, { takesImports: true }),
  row(API, '/admin/api/*', ({ admin }) => admin.handle),
  row(API, '/subscriptions/api/**', ({ subscriptions }) => subscriptions.handle, RECORDS),
  row(API, '/traces/api/**', ({ traces }) => traces.handle, { traffic: 'poll', ...RECORDS }),

  row({ ...PORTAL, readsBodies: false }, '/shared/**', ({ traces }) => traces.shared),

  row(PAGE, '/openapi.json', ({ openapi }) => openapi.document, DOCUMENT),
  row(PROBE, '/livez', ({ ops }) => ops.livez),
  row(PROBE, '/readyz', ({ ops }) => ops.readyz),
  row(PROBE, '/metrics', ({ ops }) => ops.metrics, { limit: 'api' }),

  row(STATIC, '/_next/*', 'page'),
  row(STATIC, '/plain.css', 'page'),
  row(STATIC, '/inter.woff2', 'page'),
  row(STATIC, '/icon.svg', 'page'),
  row(STATIC, '/favicon.ico', 'page'),
  row(PAGE, '/**', 'page'),
]

/** A bare GET of an app's address is a page; with `iss` or `launch`, or as a POST, it is a launch. */
function isLaunch(method: string, search: string): boolean {
  return method === 'POST' || /[?&](iss|launch)=/.test(search)
}

const FHIR_SEARCH = /^\/fhir(\/DEFAULT)?(\/[A-Z][A-Za-z]+(\/_search)?)?\/?$/
const FHIR_DISCOVERY = /^\/fhir(\/DEFAULT)?\/(metadata|\.well-known)/

function fhirGroup(pathname: string): MetricsGroup {
  if (FHIR_SEARCH.test(pathname)) return 'fhir_search'
  return FHIR_DISCOVERY.test(pathname) ? 'fhir_discovery' : 'fhir_read'
}
