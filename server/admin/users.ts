// /admin/api/users: accounts of the embedded identity provider. A role that is taken away holds at the next request.
import { z } from 'zod'
import { type AdminUser, type AdminUsers, USER_ROLES } from '#lib/api/admin.ts'
import type { AdminDeps, AdminViewer } from './deps.ts'
import { AdminFailure, readJson } from './door.ts'

const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 200
const LONGEST_NAME = 200

const newUser = z.object({
  username: z.email().max(LONGEST_NAME),
  name: z.string().trim().min(1).max(LONGEST_NAME),
  role: z.enum(USER_ROLES),
  password: z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD),
})
const roleForm = z.object({ username: z.string(), role: z.enum(USER_ROLES) })

export const listUsers = (deps: AdminDeps) => async (): Promise<AdminUsers> => ({ items: deps.accounts.list() })

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
  async (request: Request, _id: string, viewer: AdminViewer): Promise<AdminUsers> => {
    const { username, role } = await readJson(request, roleForm)
    if (username === viewer.username) throw new AdminFailure('own_role')
    if (!deps.accounts.setRole(username, role)) throw new AdminFailure('not_found')
    deps.log.info({ role }, 'the role of an account was changed')
    return { items: deps.accounts.list() }
  }
