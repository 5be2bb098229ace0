// The roles of the domain: a row each, with its permissions as JSON.
import type { Permission } from '#server/oauth/store.ts'
import type { Registry } from '../registry.ts'
import type { RecordDeps } from './deps.ts'
import { created, isForeignKeyViolation } from './violations.ts'

type Roles = Pick<Registry, 'hasRole' | 'addRole' | 'saveRole' | 'removeRole' | 'listRoles'>

/** Roles, each change of which is one statement. */
export const roles = ({ db, clock }: Pick<RecordDeps, 'db' | 'clock'>): Roles => ({
  hasRole: async (name) => (await (await db()).role.count({ where: { name } })) === 1,
  addRole: async (name, permissions) => {
    const data = { name, permissions: textOf(permissions), createdAt: new Date(clock()) }
    return created((await db()).role.create({ data }))
  },
  saveRole: async (name, given) => {
    const permissions = textOf(given)
    const create = { name, permissions, createdAt: new Date(clock()) }
    await (await db()).role.upsert({ where: { name }, create, update: { permissions } })
  },
  removeRole: async (name) => {
    try {
      return (await (await db()).role.deleteMany({ where: { name } })).count === 1 ? 'done' : 'unknown'
    } catch (error) {
      if (isForeignKeyViolation(error)) return 'in_use'
      throw error
    }
  },
  listRoles: async () =>
    (await (await db()).role.findMany({ orderBy: { name: 'asc' } })).map(({ name, permissions }) => ({
      name,
      permissions: permissionsOf(permissions),
    })),
})

/** The permissions in the JSON of a role. */
export const permissionsOf = (text: string): readonly Permission[] => JSON.parse(text) as Permission[]

/** By resource type, scope and operations, as lists show them. */
const textOf = (permissions: readonly Permission[]): string =>
  JSON.stringify(permissions.map(stored).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)))

const stored = ({ resourceType, scope, operations, grantedBy }: Permission): Permission => ({
  resourceType,
  scope,
  operations,
  grantedBy: scope === 'granted' ? grantedBy : [],
})

const orderOf = ({ resourceType, scope, operations }: Permission): string => [resourceType, scope, operations].join(' ')
