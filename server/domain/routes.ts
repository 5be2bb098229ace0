// Who answers which address of the machine interface: the one table behind the production server and in-process calls.
import type { Handler } from '#lib/http/handler.ts'
import type { Peers } from './peers.ts'

const FIXED: Readonly<Record<string, (peers: Peers) => Handler>> = {
  '/oauth2/authorize': ({ oauth }) => oauth.authorize,
  '/oauth2/callback': ({ oauth }) => oauth.callback,
  '/oauth2/token': ({ oauth }) => oauth.token,
  '/oauth2/introspect': ({ oauth }) => oauth.introspect,
  '/oauth2/jwks': ({ oauth }) => oauth.jwks,
  '/.well-known/openid-configuration': ({ oauth }) => oauth.openidConfiguration,
  '/.well-known/oauth-authorization-server': ({ oauth }) => oauth.authorizationServerMetadata,
  '/.well-known/oauth-protected-resource/fhir': ({ fhir }) => fhir.protectedResourceMetadata,
  '/.well-known/oauth-protected-resource/fhir/DEFAULT': ({ fhir }) => fhir.protectedResourceMetadata,
  '/.well-known/smart-configuration': ({ fhir }) => fhir.handle,
  '/metadata': ({ fhir }) => fhir.handle,
  '/idp/.well-known/openid-configuration': ({ idp }) => idp.openidConfiguration,
  '/idp/authorize': ({ idp }) => idp.authorize,
  '/idp/token': ({ idp }) => idp.token,
  '/idp/jwks': ({ idp }) => idp.jwks,
  '/idp/login': ({ idp }) => idp.login,
  '/idp/signup': ({ idp }) => idp.signup,
  '/idp/logout': ({ idp }) => idp.logout,
  '/portal/api/me': ({ portal }) => portal.me,
  '/portal/api/patients': ({ portal }) => portal.patients,
  '/portal/api/tasks': ({ portal }) => portal.tasks,
  '/portal/api/compose': ({ portal }) => portal.compose,
  '/portal/api/compose/ticket': ({ portal }) => portal.composeTicket,
  '/portal/compose/launch': ({ portal }) => portal.composeLaunch,
  '/portal/compose/open': ({ portal }) => portal.composeOpen,
  '/api/launches': ({ portal }) => portal.launches,
  '/portal/launch': ({ portal }) => portal.launch,
  '/portal/go-on': ({ portal }) => portal.goOn,
  '/portal/act-as': ({ portal }) => portal.actAs,
  '/portal/stop-acting': ({ portal }) => portal.stopActing,
  '/portal/signed-out': ({ portal }) => portal.signedOut,
  '/portal/jwks': ({ portal }) => portal.jwks,
  '/openapi.json': ({ openapi }) => openapi.document,
  '/launch/callback': ({ launch }) => launch.callback,
  '/launch/jwks': ({ launch }) => launch.jwks,
  '/launch/api/session': ({ launch }) => launch.session,
  '/launch/api/fhir': ({ launch }) => launch.fhir,
  '/launch/api/end': ({ launch }) => launch.end,
  '/browse/api/session': ({ browse }) => browse.session,
  '/browse/api/fhir': ({ browse }) => browse.fhir,
  '/browse/api/types': ({ browse }) => browse.types,
  '/browse/jwks': ({ browse }) => browse.jwks,
  '/livez': ({ ops }) => ops.livez,
  '/readyz': ({ ops }) => ops.readyz,
  '/metrics': ({ ops }) => ops.metrics,
  '/tools/api/me': ({ connect }) => connect.toolsMe,
  '/tools/api/judge': ({ connect }) => connect.judge,
}

/** The addresses that one handler answers each; /launch and everything below /fhir, /admin/api, /connect/api and /traces/api come on top. */
export const MACHINE_PATHS: readonly string[] = Object.keys(FIXED)

const FHIR = /^\/+fhir(\/|$)/ // One slash too many is refused in the words of FHIR, too.
const CONSOLE_API = /^\/admin\/api\/./
const CONNECT_API = /^\/connect\/api\/./
const TRACES_API = /^\/traces\/api(\/|$)/

/** The peer's handler for an address; undefined where a page of the portal, the app or the console answers. */
export function machineHandler(
  peers: Peers,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  method = 'GET',
): Handler | undefined {
  if (FHIR.test(pathname)) return peers.fhir.handle
  if (CONSOLE_API.test(pathname)) return peers.admin.handle
  if (CONNECT_API.test(pathname)) return peers.connect.handle
  if (TRACES_API.test(pathname)) return peers.traces.handle
  if (pathname === '/launch') return isLaunch(search, method) ? peers.launch.receive : undefined
  return Object.hasOwn(FIXED, pathname) ? FIXED[pathname]?.(peers) : undefined
}

/** /launch opened bare is a page; with `iss` or `launch`, or posted to, it is a launch. */
const isLaunch = (search: string, method: string) => method === 'POST' || /[?&](iss|launch)=/.test(search)
