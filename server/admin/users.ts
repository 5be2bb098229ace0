// /admin/api/users: accounts of the embedded identity provider. A role that is taken away holds at the next request, and
// so does a deletion: the sessions of a deleted account are over.
import { z } from 'zod'
import { type AdminUser, type AdminUsers, USER_ROLES } from '#lib/api/admin.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { readJson } from './door.ts'
import { AdminFailure } from './failure.ts'
import type { AccountChange } from './store.ts'

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 200
const LONGEST_NAME = 200

const newUser = z.object({
  username: z.email('user_email').max(LONGEST_NAME, 'user_email'),
  name: z.string().trim().min(1, 'user_name').max(LONGEST_NAME, 'user_name'),
  role: z.enum(USER_ROLES),
  password: z.string().min(SHORTEST_PASSWORD, 'user_password').max(LONGEST_PASSWORD),
})
const roleForm = z.object({ username: z.string(), role: z.enum(USER_ROLES) })
const userForm = z.object({ username: z.string() })

export const listUsers =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminUsers> =>
    deps.accounts.list((new URL(request.url).searchParams.get('q') ?? '').slice(0, LONGEST_NAME))

export const addUser =
  (deps: AdminDeps) =>
  async (request: Request): Promise<AdminUser> => {
    const { username, name, role, password } = await readJson(request, newUser)
    if (!(await deps.accounts.add({ username, name, role, password }))) throw new AdminFailure('taken')
    deps.log.info({ role }, 'an account was added')
    return { username, name, role }
  }

export const setUserRole =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<object> => {
    const { username, role } = await readJson(request, roleForm)
    assertOther(viewer, username)
    assertDone(deps.accounts.setRole(username, role))
    deps.log.info({ role }, 'the role of an account was changed')
    return {}
  }

export const deleteUser =
  (deps: AdminDeps) =>
  async (request: Request, _id: string, viewer: AdminViewer): Promise<object> => {
    const { username } = await readJson(request, userForm)
    assertOther(viewer, username)
    assertDone(deps.accounts.remove(username))
    deps.log.info({}, 'an account was deleted')
    return {}
  }

function assertOther(viewer: AdminViewer, username: string): void {
  if (username === viewer.username) throw new AdminFailure('own_account')
}

function assertDone(change: AccountChange): void {
  if (change === 'unknown') throw new AdminFailure('not_found')
  if (change === 'last_admin') throw new AdminFailure('last_admin')
}
