// /admin/api/apps: the client registry (RFC 6749 §2). Registrations are validated by the authorization server's rules.

import type { AdminApp, AdminApps, AppForm } from '#lib/api/admin.ts'
import { appForm, newAppForm, nothingForm, statusForm } from '#lib/api/admin-forms.ts'
import { appChange, appRemoval } from '#lib/audit/config-changes.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { type Approvable, isSameApp } from '#lib/oauth/approval.ts'
import { logoutOf } from '#lib/oauth/logout-registration.ts'
import type { KeySource } from '#lib/oauth/registered-client.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'
import type { RegisteredApp } from './store.ts'

export const listApps =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminApps> => ({
    items: await Promise.all((await deps.registry.listClients()).map((app) => shown(deps, request, app))),
  })

export const readApp =
  (deps: AdminDeps) =>
  async (request: Request, clientId: string): Promise<AdminApp> =>
    shown(deps, request, await existing(deps, clientId))

/** Registers an app as approved, because an administrator vouches for it. */
export const addApp =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminApp> => {
    const { clientId, ...asked } = await readJson(request, newAppForm)
    const app: RegisteredApp = {
      clientId: clientId.trim() || deps.random.uuid(),
      status: 'approved',
      ...(await described(deps, asked)),
      ...(await keysOf(deps, asked)),
    }
    assertComplete(deps, app)
    if (!(await deps.registry.addClient(app))) throw new AdminFailure('taken', [{ name: 'client_id_taken' }])
    await deps.ensureDevice(app)
    auditChange(deps, request, viewer, appChange(undefined, app))
    deps.log.info({ clientId: app.clientId }, 'an app was registered')
    return shown(deps, request, app)
  }

export const editApp =
  (deps: AdminDeps) =>
  async (request: Request, clientId: string, viewer: AdminViewer): Promise<AdminApp> => {
    const asked = await readJson(request, appForm)
    const before = await existing(deps, clientId)
    const edited = { ...before, ...(await described(deps, asked)), ...(await keysOf(deps, asked, before)) }
    assertComplete(deps, edited)
    if (!(await deps.registry.editClient(edited))) throw new AdminFailure('not_found')
    const app = await existing(deps, clientId)
    auditChange(deps, request, viewer, appChange(before, app))
    deps.log.info({ clientId }, 'an app was changed')
    return shown(deps, request, app)
  }

/** Approves or disables; issued tokens are checked against the status at each request. */
export const setAppStatus =
  (deps: AdminDeps) =>
  async (request: Request, clientId: string, viewer: AdminViewer): Promise<AdminApp> => {
    const { status, seen } = await readJson(request, statusForm)
    const before = await existing(deps, clientId)
    const isAsSeen = (stored: Approvable) => seen === undefined || isSameApp(stored, seen)
    if (!(await deps.registry.setClientStatus(clientId, status, isAsSeen))) throw new AdminFailure('app_changed')
    const app = await existing(deps, clientId)
    // A developer's app has none until an administrator approves it.
    if (status === 'approved') await deps.ensureDevice(app)
    auditChange(deps, request, viewer, appChange(before, { ...before, status }))
    deps.log.info({ clientId, status }, 'the status of an app was changed')
    return shown(deps, request, app)
  }

/** Deletes an app that is not approved, and the Device that represents it. What it wrote stays. */
export const deleteApp =
  (deps: AdminDeps) =>
  async (request: Request, clientId: string, viewer: AdminViewer): Promise<object> => {
    await readJson(request, nothingForm)
    const app = await existing(deps, clientId)
    if (deps.isOwnApp(clientId)) throw new AdminFailure('own_app')
    if (!(await deps.registry.removeClient(clientId))) throw new AdminFailure('app_approved')
    auditChange(deps, request, viewer, appRemoval(app))
    await deps.removeDevice(clientId)
    deps.log.info({ clientId }, 'an app was deleted')
    return {}
  }

async function existing({ registry }: AdminDeps, clientId: string): Promise<RegisteredApp> {
  const app = await registry.find(clientId)
  if (!app) throw new AdminFailure('not_found')
  return app
}

async function described({ registry }: AdminDeps, form: AppForm) {
  const { name, kind, redirectUris, launchUrl, role, anyTask, webhookOrigins } = form
  if (role && !(await registry.hasRole(role)))
    throw new AdminFailure('invalid', [{ name: 'role_unknown', about: role }])
  return {
    name: name.trim(),
    kind,
    redirectUris: redirectUris.map((uri) => uri.trim()).filter(Boolean),
    launchUrl: launchUrl.trim() || undefined,
    roleName: role || undefined,
    anyTask: anyTask === true,
    ...(webhookOrigins ? { webhookOrigins: webhookOrigins.map((origin) => origin.trim()).filter(Boolean) } : {}),
    ...logoutOf(form),
  }
}

async function keysOf({ registration }: AdminDeps, { keys }: AppForm, before?: KeySource): Promise<KeySource> {
  const read = await registration.keysOf(keys, before)
  if (typeof read === 'string') throw new AdminFailure('invalid', [{ name: read }])
  return read
}

function assertComplete({ registration }: AdminDeps, app: RegisteredApp): void {
  const problems = registration.problems(app)
  if (problems.length > 0) throw new AdminFailure('invalid', problems)
}

const shown = async (
  { accounts, appName }: Pick<AdminDeps, 'accounts' | 'appName'>,
  request: Request,
  {
    roleName,
    jwks,
    jwksUrl,
    launchUrl,
    ownerAccountId,
    anyTask,
    webhookOrigins,
    requestedRights,
    logoutUri,
    logoutSessionRequired,
    ...app
  }: RegisteredApp,
): Promise<AdminApp> => ({
  ...app,
  called: (await appName(app.clientId, languageOf(request))) ?? app.name,
  owner: (ownerAccountId && (await accounts.usernameOf(ownerAccountId))) || null,
  jwks: jwks ?? null,
  jwksUrl: jwksUrl ?? null,
  launchUrl: launchUrl ?? null,
  role: roleName ?? null,
  anyTask: anyTask === true,
  webhookOrigins: webhookOrigins ?? [],
  requestedRights: requestedRights ?? [],
  logoutUri: logoutUri ?? null,
  logoutSessionRequired: logoutSessionRequired === true,
})
