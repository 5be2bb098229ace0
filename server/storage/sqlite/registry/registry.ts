// The registry of the domain: clients, their roles and permissions. It is read on every request of a client. Each write
// is one transaction of synchronous statements. An awaited statement would hold the write lock, while this process's
// other connections, which are synchronous, block everything to wait for it.
import type { JWK } from 'jose'
import type { Clock } from '#lib/clock.ts'
import { permissionScopes } from '#lib/oauth/permission-scope.ts'
import type { ClientStatus } from '#lib/oauth/registered-client.ts'
import type { Client, Permission } from '#server/oauth/store.ts'
import { type OwnedClient, type Registry, RegistryError } from '../../registry.ts'
import { asyncPort, type Synchronous } from '../file/async-port.ts'
import type { Database, Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { registryCache } from '../resources/registry-cache.ts'

/**
 * The registry on one connection. Reads are cached until the next write by any process. All methods throw
 * StorageUnavailable.
 */
export const registry = ({ sql }: Pick<Database, 'sql'>, clock: Clock): Registry => ({
  ...throwingUnavailable({ ...readers(sql), allowsOrigin: originsOfClients(sql) }),
  ...asyncPort<Written>(sql, {
    ...clientWriters(sql, clock),
    ...ownedWriters(sql, clock),
    ...roles(sql, clock),
  }),
})

type Written = Omit<Registry, keyof ReturnType<typeof readers> | 'allowsOrigin'>

function clientWriters(
  sql: Sqlite,
  clock: Clock,
): Synchronous<Pick<Registry, 'addClient' | 'saveClient' | 'editClient' | 'setClientStatus'>> {
  const insert = sql.prepare(`INSERT INTO client
    (clientId, name, kind, status, jwks, jwksUrl, launchUrl, roleName, anyTask, webhookOrigins, ownerAccountId, createdAt, updatedAt)
    VALUES (@clientId, @name, @kind, @status, @jwks, @jwksUrl, @launchUrl, @roleName, @anyTask, @webhookOrigins, @ownerAccountId, @now, @now)
    ON CONFLICT (clientId) DO NOTHING`)
  const update = sql.prepare(`UPDATE client SET name = @name, kind = @kind, jwks = @jwks, jwksUrl = @jwksUrl,
    launchUrl = @launchUrl, roleName = @roleName, anyTask = @anyTask, webhookOrigins = @webhookOrigins,
    updatedAt = @now WHERE clientId = @clientId`)
  const { addUris, replaceUris } = uriWriters(sql)
  const find = sql.prepare<[string], ClientRow>(`${CLIENT} WHERE clientId = ?`)
  const updateStatus = sql.prepare('UPDATE client SET status = ?, updatedAt = ? WHERE clientId = ?')
  const setStatus = sql.transaction((clientId: string, status: ClientStatus, fits: (stored: Client) => boolean) => {
    const row = find.get(clientId)
    return row !== undefined && fits(toClient(row)) && updateStatus.run(status, clock(), clientId).changes === 1
  })
  const add = sql.transaction((client: Client): boolean => {
    if (insert.run(toRow(client, clock())).changes !== 1) return false
    addUris(client)
    return true
  })
  const edit = sql.transaction((client: Client): boolean => {
    if (update.run(toRow(client, clock())).changes !== 1) return false
    replaceUris(client)
    return true
  })
  const replace = sql.transaction((client: Client): void => {
    if (add(client)) return
    edit(client)
    updateStatus.run(client.status, clock(), client.clientId)
  })
  return {
    addClient: (client) => withRole(client, () => add.immediate(client)),
    saveClient: (client) => withRole(client, () => replace.immediate(client)),
    editClient: (client) => withRole(client, () => edit.immediate(client)),
    setClientStatus: (clientId, status, fits = () => true) => setStatus.immediate(clientId, status, fits),
  }
}

function uriWriters(sql: Sqlite) {
  const forget = sql.prepare('DELETE FROM redirect_uri WHERE clientId = ?')
  const insert = sql.prepare('INSERT INTO redirect_uri (clientId, uri) VALUES (?, ?)')
  const addUris = ({ clientId, redirectUris }: Client) => {
    for (const uri of new Set(redirectUris)) insert.run(clientId, uri)
  }
  const replaceUris = (client: Client) => {
    forget.run(client.clientId)
    addUris(client)
  }
  return { addUris, replaceUris }
}

function ownedWriters(
  sql: Sqlite,
  clock: Clock,
): Synchronous<Pick<Registry, 'addOwned' | 'saveOwned' | 'removeOwned'>> {
  const insert = sql.prepare(`INSERT INTO client
    (clientId, name, kind, status, jwks, jwksUrl, launchUrl, roleName, anyTask, webhookOrigins, ownerAccountId, createdAt, updatedAt)
    SELECT @clientId, @name, @kind, @status, @jwks, @jwksUrl, @launchUrl, @roleName, @anyTask, @webhookOrigins, @ownerAccountId, @now, @now
    WHERE (SELECT count(*) FROM client WHERE ownerAccountId = @ownerAccountId) < @most
    ON CONFLICT (clientId) DO NOTHING`)
  const exists = sql.prepare('SELECT 1 FROM client WHERE clientId = ?')
  const update = sql.prepare(`UPDATE client SET name = @name, jwks = @jwks, jwksUrl = @jwksUrl, launchUrl = @launchUrl,
    status = @status, updatedAt = @now WHERE clientId = @clientId`)
  const owned = sql.prepare<[string, string], ClientRow>(`${CLIENT} WHERE clientId = ? AND ownerAccountId = ?`)
  const remove = sql.prepare('DELETE FROM client WHERE clientId = ? AND ownerAccountId = ?')
  const { addUris, replaceUris } = uriWriters(sql)
  const add = sql.transaction((client: OwnedClient, most: number) => {
    if (insert.run({ ...toRow(client, clock()), most }).changes !== 1)
      return exists.get(client.clientId) ? ('taken' as const) : ('too_many' as const)
    addUris(client)
    return 'added' as const
  })
  const save = sql.transaction((client: OwnedClient, approvalEnds: (stored: Client) => boolean): boolean => {
    const row = owned.get(client.clientId, client.ownerAccountId)
    if (!row) return false
    const stored = toClient(row)
    const status = stored.status === 'approved' && approvalEnds(stored) ? 'pending' : stored.status
    update.run(toRow({ ...client, status }, clock()))
    replaceUris(client)
    return true
  })
  return {
    addOwned: (client, most) => withRole(client, () => add.immediate(client, most)),
    saveOwned: (client, approvalEnds = () => false) => save.immediate(client, approvalEnds),
    removeOwned: (clientId, accountId) => remove.run(clientId, accountId).changes === 1,
  }
}

type RoleRow = { readonly name: string } & (PermissionRow | { readonly resourceType: null })

function roles(
  sql: Sqlite,
  clock: Clock,
): Synchronous<Pick<Registry, 'hasRole' | 'addRole' | 'saveRole' | 'removeRole' | 'listRoles'>> {
  const find = sql.prepare<[string], { readonly name: string }>('SELECT name FROM role WHERE name = ?')
  const list = sql.prepare<[], RoleRow>(`SELECT role.name, resourceType, scope, operations, grantedBy
    FROM role LEFT JOIN permission ON permission.roleName = role.name
    ORDER BY role.name, resourceType, scope, operations`)
  const insert = sql.prepare('INSERT INTO role (name, createdAt) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
  const remove = sql.prepare('DELETE FROM role WHERE name = ?')
  const forgetPermissions = sql.prepare('DELETE FROM permission WHERE roleName = ?')
  const addPermission = sql.prepare(`INSERT INTO permission (roleName, resourceType, scope, operations, grantedBy)
    VALUES (@name, @resourceType, @scope, @operations, @grantedBy)`)
  const addPermissions = (name: string, permissions: readonly Permission[]) => {
    for (const permission of permissions) addPermission.run({ name, ...toPermissionRow(permission) })
  }
  const add = sql.transaction((name: string, permissions: readonly Permission[]): boolean => {
    if (insert.run(name, clock()).changes !== 1) return false
    addPermissions(name, permissions)
    return true
  })
  const replace = sql.transaction((name: string, permissions: readonly Permission[]): void => {
    if (add(name, permissions)) return
    forgetPermissions.run(name)
    addPermissions(name, permissions)
  })
  return {
    hasRole: (name) => find.get(name) !== undefined,
    addRole: (name, permissions) => add.immediate(name, permissions),
    saveRole: (name, permissions) => replace.immediate(name, permissions),
    removeRole: (name) => {
      try {
        return remove.run(name).changes === 1 ? 'done' : 'unknown'
      } catch (error) {
        if (isForeignKeyViolation(error)) return 'in_use'
        throw error
      }
    },
    listRoles: () => {
      const byName = new Map<string, Permission[]>()
      for (const row of list.all()) {
        const permissions = byName.get(row.name) ?? []
        byName.set(row.name, permissions)
        if (row.resourceType !== null) permissions.push(toPermission(row))
      }
      return [...byName].map(([name, permissions]) => ({ name, permissions }))
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
  readonly anyTask: 0 | 1
  /** As a JSON array. */
  readonly webhookOrigins: string
  readonly ownerAccountId: string | null
  /** As a JSON array. */
  readonly redirectUris: string
}

interface PermissionRow {
  readonly resourceType: string
  readonly scope: string
  readonly operations: string
  /** client_ids, separated by commas. */
  readonly grantedBy: string
}

const CLIENT = `SELECT clientId, name, kind, status, jwks, jwksUrl, launchUrl, roleName, anyTask, webhookOrigins, ownerAccountId,
  (SELECT json_group_array(uri) FROM redirect_uri WHERE redirect_uri.clientId = client.clientId) AS redirectUris FROM client`

/** Permissions of a client; one row of nulls for a client without any. */
const PERMISSIONS = `SELECT client.status, permission.resourceType, permission.scope, permission.operations, permission.grantedBy
  FROM client LEFT JOIN permission ON permission.roleName = client.roleName WHERE client.clientId = ?
  ORDER BY permission.resourceType, permission.scope, permission.operations`

type JoinedRow = { readonly status: string } & (PermissionRow | { readonly resourceType: null })

function readers(sql: Sqlite): Pick<Registry, 'find' | 'permissions' | 'authority' | 'listClients' | 'listOwned'> {
  const find = sql.prepare<[string], ClientRow>(`${CLIENT} WHERE clientId = ?`)
  const list = sql.prepare<[], ClientRow>(`${CLIENT} ORDER BY name, clientId`)
  const owned = sql.prepare<[string], ClientRow>(`${CLIENT} WHERE ownerAccountId = ? ORDER BY name, clientId`)
  const joined = sql.prepare<[string], JoinedRow>(PERMISSIONS)
  const clientOf = registryCache(sql, (clientId) => {
    const row = find.get(clientId)
    return row && toClient(row)
  })
  const permissionsOf = registryCache(sql, (clientId) => toPermissions(joined.all(clientId)))
  const authorityOf = registryCache(sql, (clientId) => {
    const rows = joined.all(clientId)
    if (rows[0]?.status !== 'approved') return undefined
    return { permissions: permissionScopes(clientId, toPermissions(rows)) }
  })
  return {
    find: async (clientId) => clientOf(clientId),
    listClients: async () => list.all().map(toClient),
    listOwned: async (accountId) => owned.all(accountId).map(toClient),
    permissions: async (clientId) => permissionsOf(clientId) ?? [],
    authority: {
      find: async (clientId) => authorityOf(clientId),
    },
  }
}

function originsOfClients(sql: Sqlite): Registry['allowsOrigin'] {
  const uris = sql
    .prepare<[], string>("SELECT DISTINCT uri FROM redirect_uri JOIN client USING (clientId) WHERE status = 'approved'")
    .pluck()
  const origins = registryCache(sql, () => new Set(uris.all().map(originOf)))
  return (origin) => origin !== 'null' && origins('all')?.has(origin) === true
}

const originOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).origin : 'null')

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
  ...(row.anyTask === 1 ? { anyTask: true } : {}),
  ...(row.webhookOrigins === '[]' ? {} : { webhookOrigins: JSON.parse(row.webhookOrigins) as string[] }),
  ...(row.ownerAccountId === null ? {} : { ownerAccountId: row.ownerAccountId }),
})

const toRow = (client: Client, now: number) => ({
  clientId: client.clientId,
  name: client.name,
  kind: client.kind,
  status: client.status,
  jwks: client.jwks ? JSON.stringify(client.jwks) : null,
  jwksUrl: client.jwksUrl ?? null,
  launchUrl: client.launchUrl ?? null,
  roleName: client.roleName ?? null,
  anyTask: client.anyTask ? 1 : 0,
  webhookOrigins: JSON.stringify(client.webhookOrigins ?? []),
  ownerAccountId: client.ownerAccountId ?? null,
  now,
})

/** The foreign key decides, without a prior look-up. */
function withRole<T>({ roleName }: Client, write: () => T): T {
  try {
    return write()
  } catch (cause) {
    if (isForeignKeyViolation(cause)) throw new RegistryError(`There is no role named ${roleName}.`, { cause })
    throw cause
  }
}

/** The row refers to a missing row, or (RESTRICT) others refer to it. */
const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/.test(String(error.code))
