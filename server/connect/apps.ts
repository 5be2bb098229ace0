// /connect/api/apps: the apps of one developer. Registrations are validated by the authorization server's rules; the client_id is
// generated here, so that one that another app has, or had, cannot be requested.
import type { OwnApp, OwnAppForm, OwnApps, Reach, Seen } from '#lib/api/connect.ts'
import { newOwnAppForm, ownAppForm } from '#lib/api/connect-forms.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { type Approvable, isSameApp } from '#lib/oauth/approval.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import { logoutOf } from '#lib/oauth/logout-registration.ts'
import { auditApp } from './audited.ts'
import type { ConnectDeps, Developer } from './deps.ts'
import { assertMayChange, failure, readJson, refuse } from './endpoint.ts'
import { reachOf } from './reach.ts'
import { observationsOf } from './seen.ts'
import type { OwnedApp } from './store.ts'

/** The most apps of one account: enough to try things, too few to fill the registry. */
export const MOST_APPS = 10

type Described = Pick<
  OwnedApp,
  | ('name' | 'launchUrl' | 'redirectUris' | 'jwks' | 'jwksUrl')
  | ('requestedRights' | 'logoutUri' | 'logoutSessionRequired')
>

export const listApps =
  ({ apps }: ConnectDeps) =>
  async (_request: Request, _id: string, { accountId }: Developer): Promise<OwnApps> => ({
    items: (await apps.listOwned(accountId)).map((app) => shown({ ...app, ownerAccountId: accountId })),
  })

export const readApp =
  (deps: ConnectDeps) =>
  async (_request: Request, clientId: string, developer: Developer): Promise<OwnApp> =>
    shown(await ownApp(deps, clientId, developer))

/** Registers an app: approved in the demo, waiting for an administrator and without a role anywhere else. */
export const addApp =
  (deps: ConnectDeps) =>
  async (request: Request, _id: string, developer: Developer): Promise<OwnApp> => {
    await assertMayChange(deps, request, developer)
    const form = await readJson(request, newOwnAppForm)
    const asked = await described(deps, form)
    const kind = form.portal ? 'platform' : 'module'
    const app: OwnedApp = {
      clientId: deps.random.uuid(),
      kind,
      status: deps.demo ? 'approved' : 'pending',
      roleName: await deps.demo?.roleFor(kind, asked.requestedRights ?? []),
      ownerAccountId: developer.accountId,
      ...asked,
    }
    assertComplete(deps, app)
    const outcome = await deps.apps.addOwned(app, MOST_APPS)
    if (outcome === 'too_many') throw failure('too_many_apps')
    if (outcome === 'taken') throw new Error('A random client_id was taken')
    auditApp(deps, request, developer, { after: app })
    if (app.status === 'approved') await deps.device.ensure(app)
    deps.log.info({ client: app.clientId, status: app.status }, 'a developer registered an app')
    return shown(app)
  }

export const editApp =
  (deps: ConnectDeps) =>
  async (request: Request, clientId: string, developer: Developer): Promise<OwnApp> => {
    await assertMayChange(deps, request, developer)
    const before = await ownAppToChange(deps, request, clientId, developer)
    const after = { ...before, ...(await described(deps, await readJson(request, ownAppForm), before)) }
    assertComplete(deps, after)
    if (!(await deps.apps.saveOwned(after, await decided(deps, after)))) throw failure('not_found')
    const app = await ownApp(deps, clientId, developer)
    auditApp(deps, request, developer, { before, after: app })
    deps.log.info({ client: clientId, status: app.status }, 'a developer changed an app')
    return shown(app)
  }

export const removeApp =
  (deps: ConnectDeps) =>
  async (request: Request, clientId: string, developer: Developer): Promise<{ readonly removed: string }> => {
    await assertMayChange(deps, request, developer)
    const before = await ownAppToChange(deps, request, clientId, developer)
    if (!(await deps.apps.removeOwned(clientId, developer.accountId))) throw failure('not_found')
    auditApp(deps, request, developer, { before })
    await deps.device.remove(clientId)
    deps.log.info({ client: clientId }, 'a developer removed an app')
    return { removed: clientId }
  }

export const seenOf =
  (deps: ConnectDeps) =>
  async (_request: Request, clientId: string, developer: Developer): Promise<Seen> => ({
    items: await observationsOf(deps, await ownApp(deps, clientId, developer)),
  })

/** Whether the app answers. It costs its developer a change: this server asks for them. */
export const reachOwn =
  (deps: ConnectDeps) =>
  async (request: Request, clientId: string, developer: Developer): Promise<Reach> => {
    await assertMayChange(deps, request, developer)
    return reachOf(deps, await ownAppToChange(deps, request, clientId, developer))
  }

/** The app of this developer; another developer's app is answered as an unknown one. */
async function ownApp(deps: ConnectDeps, clientId: string, developer: Developer): Promise<OwnedApp> {
  const app = await findOwn(deps, clientId, developer)
  if (!app) throw failure('not_found')
  return app
}

/** The same; an attempt to change another developer's app is recorded. */
async function ownAppToChange(deps: ConnectDeps, request: Request, clientId: string, developer: Developer) {
  return (await findOwn(deps, clientId, developer)) ?? refuse(deps, request, developer, 'not_found')
}

async function findOwn({ apps }: ConnectDeps, clientId: string, { accountId }: Developer) {
  const app = (await apps.listOwned(accountId)).find((one) => one.clientId === clientId)
  return app && { ...app, ownerAccountId: accountId }
}

/** In the demo a changed app gets the role for its rights; elsewhere an approved one that is another by now waits again. */
async function decided({ demo }: ConnectDeps, after: OwnedApp) {
  const chosen = await demo?.roleFor(after.kind, after.requestedRights ?? [])
  return ({ status, roleName, ...stored }: Approvable & Pick<OwnedApp, 'status' | 'roleName'>) => ({
    status: !demo && status === 'approved' && !isSameApp(stored, after) ? ('pending' as const) : status,
    roleName: demo?.isOwnersChoice(roleName) ? chosen : roleName,
  })
}

async function described({ registration }: ConnectDeps, form: OwnAppForm, before?: OwnedApp): Promise<Described> {
  const { name, launchUrl, redirectUris, rights = before?.requestedRights ?? [] } = form
  const keys = await registration.keysOf(form.keys, before)
  if (typeof keys === 'string') throw failure('invalid', { problems: [{ name: keys }] })
  return {
    name: name.trim(),
    launchUrl: launchUrl.trim() || undefined,
    redirectUris: redirectUris.map((uri) => uri.trim()).filter(Boolean),
    requestedRights: rights,
    ...logoutOf(form),
    ...keys,
  }
}

/** An app that receives launches needs both its addresses; a portal receives none. */
function assertComplete({ registration }: ConnectDeps, app: OwnedApp): void {
  const problems: readonly Problem[] = [
    ...(receivesLaunches(app) && app.launchUrl === undefined ? [{ name: 'launch_url_none' } as const] : []),
    ...(receivesLaunches(app) && app.redirectUris.length === 0 ? [{ name: 'redirect_none' } as const] : []),
    ...registration.problems(app),
  ]
  if (problems.length > 0) throw failure('invalid', { problems })
}

const shown = ({
  clientId,
  name,
  kind,
  status,
  roleName,
  jwks,
  jwksUrl,
  redirectUris,
  launchUrl,
  ...app
}: OwnedApp): OwnApp => ({
  clientId,
  name,
  kind,
  status,
  role: roleName ?? null,
  rights: app.requestedRights ?? [],
  jwks: jwks ? { keys: jwks.keys.map(({ kid, kty, alg }) => ({ kid, kty, alg })) as { kid?: string }[] } : null,
  jwksUrl: jwksUrl ?? null,
  redirectUris,
  launchUrl: launchUrl ?? null,
  logoutUri: app.logoutUri ?? null,
  logoutSessionRequired: app.logoutSessionRequired === true,
})
