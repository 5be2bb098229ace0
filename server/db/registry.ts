// The registry of the domain: applications, their roles and what these permit. Read on every request of a client, so by
// prepared statements; written seldom, by Prisma.
import type { JWK } from 'jose'
import type { Clock } from '#lib/clock.ts'
import { permissionScopes } from '#lib/oauth/permission-scope.ts'
import type { Authority } from '../fhir/store.ts'
import type { Client, ClientStatus, ClientStore, Permission } from '../oauth/store.ts'
import type { Database, Sqlite } from './database.ts'

export interface Registry extends ClientStore {
  /** What a client may do at this moment, for the resource server. */
  readonly authority: Authority
  /** All clients by name. */
  readonly listClients: () => Promise<readonly Client[]>
  /** Adds a client; false when the client_id is taken. Throws RegistryError for a role that is not there. */
  readonly addClient: (client: Client) => Promise<boolean>
  /** Adds a client or replaces it. Throws RegistryError for a role that is not there. */
  readonly saveClient: (client: Client) => Promise<void>
  /** False when there is no such client. */
  readonly setClientStatus: (clientId: string, status: ClientStatus) => Promise<boolean>
  readonly hasRole: (name: string) => Promise<boolean>
  /** Adds a role, false when the name is taken. */
  readonly addRole: (name: string, permissions: readonly Permission[]) => Promise<boolean>
  /** Adds a role or replaces its permissions; holds at once for every client that has it. */
  readonly saveRole: (name: string, permissions: readonly Permission[]) => Promise<void>
  readonly listRoles: () => Promise<readonly { readonly name: string; readonly permissions: readonly Permission[] }[]>
}

/** The registry was asked for something impossible; the message says what. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

export function registry({ sql, prisma }: Pick<Database, 'sql' | 'prisma'>, clock: Clock): Registry {
  const addRole: Registry['addRole'] = async (name, permissions) => {
    const data = { name, createdAt: new Date(clock()), permissions: { create: permissions.map(toPermissionRow) } }
    return unlessTaken(() => prisma.role.create({ data }))
  }
  const addClient: Registry['addClient'] = (client) =>
    unlessTaken(() => withRole(client, () => prisma.client.create({ data: newClient(client, clock()) })))
  return {
    ...readers(sql),
    addClient,
    saveClient: async (client) => {
      if (await addClient(client)) return
      const { clientId, createdAt: _, redirectUris, ...row } = newClient(client, clock())
      const data = { ...row, redirectUris: { deleteMany: {}, ...redirectUris } }
      await withRole(client, () => prisma.client.update({ where: { clientId }, data }))
    },
    setClientStatus: async (clientId, status) => {
      const data = { status, updatedAt: new Date(clock()) }
      return (await prisma.client.updateMany({ where: { clientId }, data })).count === 1
    },
    hasRole: async (name) => (await prisma.role.findUnique({ where: { name } })) !== null,
    addRole,
    saveRole: async (name, permissions) => {
      if (await addRole(name, permissions)) return
      const data = { permissions: { deleteMany: {}, create: permissions.map(toPermissionRow) } }
      await prisma.role.update({ where: { name }, data })
    },
    listRoles: async () => {
      const roles = await prisma.role.findMany({ include: { permissions: true }, orderBy: { name: 'asc' } })
      return roles.map((role) => ({ name: role.name, permissions: role.permissions.map(toPermission) }))
    },
  }
}

interface ClientRow {
  readonly clientId: string
  readonly name: string
  readonly kind: string
  readonly status: string
  readonly jwks: string | null
  readonly jwksUrl: string | null
  readonly launchUrl: string | null
  readonly roleName: string | null
  /** A JSON array. */
  readonly redirectUris: string
}

interface PermissionRow {
  readonly resourceType: string
  readonly scope: string
  readonly operations: string
  /** client_ids, comma separated. */
  readonly grantedBy: string
}

const CLIENT = `SELECT clientId, name, kind, status, jwks, jwksUrl, launchUrl, roleName,
  (SELECT json_group_array(uri) FROM redirect_uri WHERE redirect_uri.clientId = client.clientId) AS redirectUris FROM client`

/** Permissions of a client; one row of nulls for one without any. */
const PERMISSIONS = `SELECT client.status, permission.resourceType, permission.scope, permission.operations, permission.grantedBy
  FROM client LEFT JOIN permission ON permission.roleName = client.roleName WHERE client.clientId = ?
  ORDER BY permission.resourceType, permission.scope, permission.operations`

type JoinedRow = { readonly status: string } & (PermissionRow | { readonly resourceType: null })

function readers(sql: Sqlite): Pick<Registry, 'find' | 'permissions' | 'authority' | 'listClients'> {
  const find = sql.prepare<[string], ClientRow>(`${CLIENT} WHERE clientId = ?`)
  const list = sql.prepare<[], ClientRow>(`${CLIENT} ORDER BY name, clientId`)
  const joined = sql.prepare<[string], JoinedRow>(PERMISSIONS)
  return {
    find: async (clientId) => {
      const row = find.get(clientId)
      return row && toClient(row)
    },
    listClients: async () => list.all().map(toClient),
    permissions: async (clientId) => toPermissions(joined.all(clientId)),
    authority: {
      find: async (clientId) => {
        const rows = joined.all(clientId)
        if (rows[0]?.status !== 'approved') return undefined
        return { permissions: permissionScopes(clientId, toPermissions(rows)) }
      },
    },
  }
}

const toPermissions = (rows: readonly JoinedRow[]): readonly Permission[] =>
  rows.flatMap((row) => (row.resourceType === null ? [] : [toPermission(row)]))

const toPermission = ({ resourceType, scope, operations, grantedBy }: PermissionRow): Permission => ({
  resourceType,
  scope: scope as Permission['scope'],
  operations,
  grantedBy: grantedBy === '' ? [] : grantedBy.split(','),
})

const toPermissionRow = ({ resourceType, scope, operations, grantedBy }: Permission): PermissionRow => ({
  resourceType,
  scope,
  operations,
  grantedBy: scope === 'granted' ? grantedBy.join(',') : '',
})

const toClient = (row: ClientRow): Client => ({
  clientId: row.clientId,
  name: row.name,
  kind: row.kind as Client['kind'],
  status: row.status as ClientStatus,
  jwks: row.jwks === null ? undefined : (JSON.parse(row.jwks) as { keys: JWK[] }),
  jwksUrl: row.jwksUrl ?? undefined,
  redirectUris: JSON.parse(row.redirectUris) as string[],
  launchUrl: row.launchUrl ?? undefined,
  roleName: row.roleName ?? undefined,
})

const newClient = ({ jwks, jwksUrl, launchUrl, roleName, redirectUris, ...client }: Client, now: number) => ({
  ...client,
  jwks: jwks ? JSON.stringify(jwks) : null,
  jwksUrl: jwksUrl ?? null,
  launchUrl: launchUrl ?? null,
  roleName: roleName ?? null,
  redirectUris: { create: [...new Set(redirectUris)].map((uri) => ({ uri })) },
  createdAt: new Date(now),
  updatedAt: new Date(now),
})

// Codes of Prisma for what the database itself refused.
const UNIQUE_VIOLATION = 'P2002'
const FOREIGN_KEY_VIOLATION = 'P2003'

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code

/** The unique index decides, not a look before. */
async function unlessTaken(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (hasCode(error, UNIQUE_VIOLATION)) return false
    throw error
  }
}

async function withRole<T>({ roleName }: Client, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (hasCode(cause, FOREIGN_KEY_VIOLATION)) throw new RegistryError(`There is no role named ${roleName}.`, { cause })
    throw cause
  }
}
