// /admin/api/users: accounts of the embedded identity provider. Withdrawing a role and deleting an account take effect
// at the next request; a deleted account's sessions end.

import type { AddedUser, AdminUsers } from '#lib/api/admin.ts'
import { newUserForm, usernameForm, userRoleForm } from '#lib/api/admin-forms.ts'
import { LONGEST_NAME } from '#lib/api/admin-words.ts'
import { accountAdded, accountDeleted, accountRole } from '#lib/audit/config-changes.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { auditChange } from './audited.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './endpoint.ts'
import { recordMaker } from './record.ts'
import type { AccountChange } from './store.ts'

export const listUsers =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminUsers> =>
    deps.accounts.list((new URL(request.url).searchParams.get('q') ?? '').slice(0, LONGEST_NAME))

export const addUser =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AddedUser> => {
    const { name, role, password, ...form } = await readJson(request, newUserForm)
    const user = { id: deps.random.uuid(), username: typedUserName(form.username), name, role }
    // Before the account is made: a form whose record lacks something makes neither.
    const makeRecord = form.record && (await recordMaker(deps, user, form.record))
    if (!(await deps.accounts.add({ ...user, password }))) throw new AdminFailure('taken')
    auditChange(deps, request, viewer, accountAdded(user.username, role))
    deps.log.info({ role }, 'an account was added')
    await makeRecord?.(request, viewer)
    return { ...user, record: await deps.recordOf(user.username) }
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
