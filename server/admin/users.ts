// /admin/api/users: accounts of the embedded identity provider. Withdrawing a role and deleting an account take effect
// at the next request; a deleted account's sessions end.

import type { AdminUser, AdminUsers } from '#lib/api/admin.ts'
import { LONGEST_NAME, newUserForm, usernameForm, userRoleForm } from '#lib/api/admin-forms.ts'
import { accountAdded, accountDeleted, accountRole } from '#lib/audit/config-changes.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'
import type { AccountChange } from './store.ts'

export const listUsers =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminUsers> =>
    deps.accounts.list((new URL(request.url).searchParams.get('q') ?? '').slice(0, LONGEST_NAME))

export const addUser =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminUser> => {
    const { username, name, role, password } = await readJson(request, newUserForm)
    if (!(await deps.accounts.add({ username, name, role, password }))) throw new AdminFailure('taken')
    auditChange(deps, request, viewer, accountAdded(username, role))
    deps.log.info({ role }, 'an account was added')
    return { username, name, role }
  }

export const setUserRole =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<object> => {
    const { username, role } = await readJson(request, userRoleForm)
    assertOther(viewer, username)
    const { outcome, former } = await deps.accounts.setRole(username, role)
    assertDone(outcome)
    auditChange(deps, request, viewer, accountRole(username, former, role))
    deps.log.info({ role }, 'the role of an account was changed')
    return {}
  }

export const deleteUser =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<object> => {
    const { username } = await readJson(request, usernameForm)
    assertOther(viewer, username)
    assertDone(await deps.accounts.remove(username))
    auditChange(deps, request, viewer, accountDeleted(username))
    deps.log.info({}, 'an account was deleted')
    return {}
  }

/** Throws AdminFailure for the administrator's own account. */
export function assertOther(viewer: AdminViewer, username: string): void {
  if (username === viewer.username) throw new AdminFailure('own_account')
}

/** Throws AdminFailure when nothing was changed. */
export function assertDone(outcome: AccountChange): void {
  if (outcome === 'unknown') throw new AdminFailure('not_found')
  if (outcome === 'last_admin') throw new AdminFailure('last_admin')
}
