// The console's JSON API, assembled: its paths and methods. It is for administrators (conformance SEC-17), and the audit log for
// auditors.
import type { AdminMe } from '#lib/api/admin.ts'
import type { Handler } from '#lib/http/handler.ts'
import { methodNotAllowed, NO_STORE, respondJson } from '#lib/http/respond.ts'
import { addApp, editApp, listApps, readApp, setAppStatus } from './apps.ts'
import { listAudit, readAudit } from './audit-log.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { assertRole } from './endpoint.ts'
import { AdminFailure, failureJson } from './failure.ts'
import { testAssertion, testKey } from './inspect.ts'
import { listKeys, revokeKey, rotateKey } from './keys.ts'
import { deleteRole, listRoles, saveRole } from './roles.ts'
import { addUser, deleteUser, listUsers, setUserRole } from './users.ts'

export interface Admin {
  /** Everything below /admin/api. The JSON is described in lib/api/admin.ts. */
  readonly handle: Handler
}

type Action = (request: Request, id: string, viewer: AdminViewer) => Promise<object>

/** A path below /admin/api, its one parameter as a group. */
interface Place {
  readonly path: RegExp
  /** The required role; administrator by default. */
  readonly role?: 'auditor'
  readonly actions: Readonly<Record<string, Action>>
}

/** The console's API from its ports. Errors become JSON with a status and a sentence (failure.ts). */
export function createAdmin(deps: AdminDeps): Admin {
  const places = placesOf(deps)
  return {
    handle: async (request) => {
      try {
        return await answer(deps, places, request)
      } catch (error) {
        return failureJson(deps, request, error)
      }
    },
  }
}

const placesOf = (deps: AdminDeps): readonly Place[] => [
  { path: /^apps$/, actions: { GET: listApps(deps), POST: addApp(deps) } },
  { path: /^apps\/([A-Za-z0-9.-]+)$/, actions: { GET: readApp(deps), PUT: editApp(deps) } },
  { path: /^apps\/([A-Za-z0-9.-]+)\/status$/, actions: { POST: setAppStatus(deps) } },
  { path: /^roles$/, actions: { GET: listRoles(deps), PUT: saveRole(deps) } },
  { path: /^roles\/delete$/, actions: { POST: deleteRole(deps) } },
  { path: /^users$/, actions: { GET: listUsers(deps), POST: addUser(deps) } },
  { path: /^users\/role$/, actions: { POST: setUserRole(deps) } },
  { path: /^users\/delete$/, actions: { POST: deleteUser(deps) } },
  { path: /^keys$/, actions: { GET: listKeys(deps) } },
  { path: /^keys\/rotate$/, actions: { POST: rotateKey(deps) } },
  { path: /^keys\/revoke$/, actions: { POST: revokeKey(deps) } },
  { path: /^audit$/, role: 'auditor', actions: { GET: listAudit(deps) } },
  { path: /^audit\/([A-Za-z0-9.-]{1,64})$/, role: 'auditor', actions: { GET: readAudit(deps) } },
  { path: /^test-key$/, actions: { POST: testKey(deps) } },
  { path: /^test-assertion$/, actions: { POST: testAssertion(deps) } },
]

async function answer(deps: AdminDeps, places: readonly Place[], request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/admin\/api\/?/, '')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (path === 'me') return method === 'GET' ? json(request, await whoIsThere(deps, request)) : notAllowed(['GET'])
  const place = places.find((one) => one.path.test(path))
  const viewer = await assertRole(deps, request, place?.role ?? 'admin')
  if (!place) throw new AdminFailure('not_found')
  const action = place.actions[method]
  const id = place.path.exec(path)?.[1] ?? ''
  return action ? json(request, await action(request, id, viewer)) : notAllowed(Object.keys(place.actions))
}

/** The signed-in person, for the pages: the one answer that needs no role. */
async function whoIsThere({ viewer, unlinked }: AdminDeps, request: Request): Promise<AdminMe> {
  const person = await viewer(request)
  const login = person ? undefined : await unlinked(request)
  const role = person?.role
  return {
    signedIn: (person ?? login) !== undefined,
    admin: role === 'admin',
    auditor: role === 'auditor',
    name: person?.name ?? login?.name ?? null,
    username: person?.username ?? null,
    ...(login ? { login: { issuer: login.issuer, subject: login.subject } } : {}),
  }
}

const json = (request: Request, body: object): Response => {
  const response = respondJson(200, body, NO_STORE)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

const notAllowed = (methods: readonly string[]): Response => {
  const allow = methods.includes('GET') ? ['GET', 'HEAD', ...methods.filter((name) => name !== 'GET')] : methods
  const body = { error: 'invalid_request', error_description: `Use ${allow.join(', ')}.` }
  return methodNotAllowed(allow.join(', '), JSON.stringify(body), 'application/json', NO_STORE)
}
