// The console's JSON API, assembled: its paths and methods. It is for administrators (conformance SEC-17), and the audit log for
// auditors.
import type { AdminMe, AdminStatus, AssertionVerdict, KeyVerdict } from '#lib/api/admin.ts'
import { assertionTestForm, keyTestForm } from '#lib/api/admin-forms.ts'
import type { TokenScope } from '#lib/api/token-words.ts'
import { isReading } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { jsonRoute, jsonRoutes } from '#lib/http/json-api.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { type Problem, problemText } from '#lib/i18n/problems.ts'
import { addApp, deleteApp, editApp, listApps, readApp, setAppStatus } from './apps.ts'
import { exportAudit, listAudit, readAudit } from './audit-log.ts'
import { dataOf } from './data.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, assertRole, assertScope, consoleApi, readJson } from './endpoint.ts'
import { listKeys, revokeKey, rotateKey } from './keys.ts'
import { deleteRole, listRoles, saveRole } from './roles.ts'
import { listTokens, makeToken, revokeToken } from './tokens.ts'
import { lockUser, makePasswordLink, makeRecord, readUser, signOutUser, unlockUser } from './user.ts'
import { addUser, deleteUser, listUsers, setUserRole } from './users.ts'

/** The console's interface for the table of addresses. */
export interface Admin {
  /** Everything below /admin/api. The JSON is described in lib/api/admin.ts. */
  readonly handle: Handler
}

/** The console's API from its ports. Errors become JSON with a status and a sentence. */
export function createAdmin(deps: AdminDeps): Admin {
  const admin = (request: Request) => assertRole(deps, request, 'admin')
  const auditor = (request: Request) => assertRole(deps, request, 'auditor')
  const by = (scope: TokenScope | undefined) => (request: Request) => assertScope(deps, request, scope)
  const readingBy = (scope: TokenScope, otherwise: typeof admin) => (request: Request) =>
    isReading(request) ? assertScope(deps, request, scope) : otherwise(request)
  const data = dataOf(deps)
  const rows = [
    jsonRoute('me', anybody, { GET: (request) => whoIsThere(deps, request) }),
    jsonRoute('status', by(undefined), { GET: (_request, _id, viewer) => statusFor(deps, viewer) }),
    jsonRoute('doctor', admin, {
      GET: async (request) => ({ items: await deps.doctor.inside(languageOf(request)) }),
      POST: async (request) => ({ items: await deps.doctor.others(languageOf(request)) }),
    }),
    jsonRoute('apps', readingBy('apps:read', by('apps:write')), { GET: listApps(deps), POST: addApp(deps) }),
    jsonRoute('apps/:id', readingBy('apps:read', admin), { GET: readApp(deps), PUT: editApp(deps) }),
    jsonRoute('apps/:id/status', admin, { POST: setAppStatus(deps) }),
    jsonRoute('apps/:id/delete', admin, { POST: deleteApp(deps) }),
    jsonRoute('roles', readingBy('apps:read', admin), { GET: listRoles(deps), PUT: saveRole(deps) }),
    jsonRoute('roles/delete', admin, { POST: deleteRole(deps) }),
    jsonRoute('users', admin, { GET: listUsers(deps), POST: addUser(deps) }),
    jsonRoute('users/role', admin, { POST: setUserRole(deps) }),
    jsonRoute('users/delete', admin, { POST: deleteUser(deps) }),
    jsonRoute('users/:id', admin, { GET: readUser(deps) }),
    jsonRoute('users/:id/lock', admin, { POST: lockUser(deps) }),
    jsonRoute('users/:id/unlock', admin, { POST: unlockUser(deps) }),
    jsonRoute('users/:id/record', admin, { POST: makeRecord(deps) }),
    jsonRoute('users/:id/sign-out', admin, { POST: signOutUser(deps) }),
    jsonRoute('users/:id/password-link', admin, { POST: makePasswordLink(deps) }),
    jsonRoute('tokens', admin, { GET: listTokens(deps), POST: makeToken(deps) }),
    jsonRoute('tokens/revoke', admin, { POST: revokeToken(deps) }),
    jsonRoute('keys', admin, { GET: listKeys(deps) }),
    jsonRoute('keys/rotate', admin, { POST: rotateKey(deps) }),
    jsonRoute('keys/revoke', admin, { POST: revokeKey(deps) }),
    jsonRoute('data', admin, { GET: data.summary }),
    jsonRoute('data/import', admin, { POST: data.importUpload }),
    jsonRoute('data/samples', admin, { POST: data.importSamples }),
    jsonRoute('data/demo', admin, { POST: data.putDemoBack }),
    jsonRoute('audit', auditor, { GET: listAudit(deps) }),
    jsonRoute('audit/export', auditor, { GET: exportAudit(deps) }),
    jsonRoute('audit/:id', auditor, { GET: readAudit(deps) }),
    jsonRoute('test-key', admin, { POST: testKey(deps) }),
    jsonRoute('test-assertion', admin, { POST: testAssertion(deps) }),
  ]
  const otherwise = async (request: Request) => {
    await admin(request)
    throw new AdminFailure('not_found')
  }
  return { handle: jsonRoutes(consoleApi(deps), '/admin/api', rows, otherwise) }
}

/** The latest refusals come from traces: a token without the scope to read traces gets none. */
async function statusFor({ status }: AdminDeps, { scopes }: AdminViewer): Promise<AdminStatus> {
  const all = await status()
  return scopes?.includes('traces:read') === false ? { ...all, refusals: [] } : all
}

const anybody = async () => undefined

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

/** /admin/api/test-key and /admin/api/test-assertion: dry runs of the authorization server's checks. */
const testKey =
  ({ inspect }: AdminDeps) =>
  async (request: Request): Promise<KeyVerdict> => {
    const { problem, keys } = await inspect.jwksUrl((await readJson(request, keyTestForm)).jwksUrl.trim())
    const said = (one: Problem | null) => one && problemText(one, languageOf(request))
    return { problem: said(problem), keys: keys.map((key) => ({ ...key, problem: said(key.problem) })) }
  }

const testAssertion =
  ({ inspect }: AdminDeps) =>
  async (request: Request): Promise<AssertionVerdict> =>
    inspect.assertion((await readJson(request, assertionTestForm)).assertion.trim())
