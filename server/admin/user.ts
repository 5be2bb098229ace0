// /admin/api/users/{id}: one account, its sessions and its lock, and the link by which its owner chooses a new password.
// A lock holds for the next request in every process.
import type { AdminUserPage, PasswordLink } from '#lib/api/admin.ts'
import { nothingForm, recordForm, signOutForm } from '#lib/api/admin-forms.ts'
import { passwordLinkUrl } from '#lib/api/password-link.ts'
import { accountLink, accountLock, accountSignedOut } from '#lib/audit/config-changes.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'
import { recordMaker } from './record.ts'
import type { UserSession } from './store.ts'
import { assertDone, assertOther } from './users.ts'

type UserAction<Answer> = (request: Request, id: string, viewer: AdminViewer) => Promise<Answer>

export const readUser =
  (deps: AdminDeps): UserAction<AdminUserPage> =>
  async (request, id) => {
    const { lockedAt, lastLoginAt, linkUntil, createdAt, ...user } = await existing(deps, id)
    const [record, sessions, apps, sid] = await Promise.all([
      deps.recordOf(user.username),
      deps.provider === undefined ? deps.people.sessions(id) : [],
      deps.registry.listOwned(id),
      deps.sidOf(request),
    ])
    return {
      ...user,
      createdAt: new Date(createdAt).toISOString(),
      locked: lockedAt !== undefined,
      lockedAt: shownTime(lockedAt),
      lastLoginAt: shownTime(lastLoginAt),
      linkUntil: shownTime(linkUntil),
      provider: deps.provider ?? null,
      record,
      identifier: { system: deps.identifierSystem, value: user.username },
      here: sessions.find((one) => one.sid === sid)?.sid ?? null,
      sessions: sessions.map(shownSession),
      apps: apps.map(({ clientId, name, status }) => ({ clientId, name, status })),
    }
  }

export const lockUser =
  (deps: AdminDeps): UserAction<object> =>
  async (request, id, viewer) => {
    await readJson(request, nothingForm)
    const { username } = await existing(deps, id)
    assertOther(viewer, username)
    assertDone(await deps.people.lock(id))
    auditChange(deps, request, viewer, accountLock(username, true))
    deps.log.info({}, 'an account was locked')
    return {}
  }

export const unlockUser =
  (deps: AdminDeps): UserAction<object> =>
  async (request, id, viewer) => {
    await readJson(request, nothingForm)
    const { username } = await existing(deps, id)
    if (!(await deps.people.unlock(id))) throw new AdminFailure('not_found')
    auditChange(deps, request, viewer, accountLock(username, false))
    deps.log.info({}, 'an account was unlocked')
    return {}
  }

export const makeRecord =
  (deps: AdminDeps): UserAction<object> =>
  async (request, id, viewer) => {
    const form = await readJson(request, recordForm)
    const account = await existing(deps, id)
    if ((await deps.recordOf(account.username)) !== null) throw new AdminFailure('has_record')
    const make = await recordMaker(deps, account, form)
    await make(request, viewer)
    return {}
  }

export const signOutUser =
  (deps: AdminDeps): UserAction<{ readonly ended: number }> =>
  async (request, id, viewer) => {
    const { sid } = await readJson(request, signOutForm)
    const { username } = await existing(deps, id)
    const ended = await deps.people.signOut(id, sid ?? undefined)
    if (sid !== null && ended === 0) throw new AdminFailure('not_found')
    auditChange(deps, request, viewer, accountSignedOut(username, ended))
    return { ended }
  }

export const makePasswordLink =
  (deps: AdminDeps): UserAction<PasswordLink> =>
  async (request, id, viewer) => {
    await readJson(request, nothingForm)
    const { username } = await existing(deps, id)
    if (deps.provider !== undefined) throw new AdminFailure('not_here')
    const link = await deps.people.passwordLink(id)
    if (!link) throw new AdminFailure('locked')
    auditChange(deps, request, viewer, accountLink(username, link.expiresAt))
    deps.log.info({}, 'a link for a new password was made')
    return { url: passwordLinkUrl(deps.publicUrl, link.secret), expiresAt: new Date(link.expiresAt).toISOString() }
  }

async function existing({ people }: AdminDeps, id: string) {
  const user = await people.read(id)
  if (!user) throw new AdminFailure('not_found')
  return user
}

const shownTime = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString())

const shownSession = ({ sid, beganAt, lastUsedAt, network, browser }: UserSession) => ({
  ...{ sid, beganAt: shownTime(beganAt), lastUsedAt: shownTime(lastUsedAt) },
  ...{ network: network ?? null, browser: browser ?? null },
})
