// The registry of the domain: clients and their roles. Every request of a client reads it, so these reads are cached.
import { permissionScopes } from '#lib/oauth/permission-scope.ts'
import type { Registry } from '../registry.ts'
import { cached } from './cached.ts'
import { toClient } from './client-row.ts'
import { clients } from './clients.ts'
import type { RecordDeps } from './deps.ts'
import { permissionsOf, roles } from './roles.ts'

type CachedReads = Pick<
  Registry,
  'find' | 'approvedSince' | 'permissions' | 'authority' | 'allowsOrigin' | 'listClients'
>

/** The registry. Cached reads are valid until the next write by any process. */
export const registry = (deps: Pick<RecordDeps, 'db' | 'alone' | 'clock' | 'versions'>): Registry => {
  const all = clients(deps)
  return { ...all, ...roles(deps), ...cachedReads(deps, all) }
}

function cachedReads(
  { db, versions }: Pick<RecordDeps, 'db' | 'versions'>,
  all: Pick<Registry, 'listClients'>,
): CachedReads {
  const byId = cached(versions.registry, async (clientId) => {
    const row = await (await db()).client.findUnique({ where: { clientId } })
    return row ? { client: toClient(row), approvedAt: row.approvedAt?.getTime() ?? 0 } : undefined
  })
  const ofRole = cached(versions.registry, async (name) => {
    const row = await (await db()).role.findUnique({ where: { name } })
    return row ? permissionsOf(row.permissions) : undefined
  })
  const authorityOf = cached(versions.registry, async (clientId) => {
    const found = await byId(clientId)
    if (found?.client.status !== 'approved') return undefined
    const { roleName } = found.client
    const permissions = roleName === undefined ? undefined : await ofRole(roleName)
    return { permissions: permissionScopes(clientId, permissions ?? []), approvedAt: found.approvedAt }
  })
  const list = cached(versions.registry, all.listClients)
  const origins = cached(versions.registry, async () => {
    const approved = (await all.listClients()).filter(({ status }) => status === 'approved')
    return new Set(approved.flatMap(({ redirectUris }) => redirectUris.map(originOf)))
  })
  return {
    find: async (clientId) => (await byId(clientId))?.client,
    approvedSince: async (clientId) => (await authorityOf(clientId))?.approvedAt,
    listClients: async () => (await list('all')) ?? [],
    permissions: async (clientId) => (await authorityOf(clientId))?.permissions ?? [],
    authority: { find: authorityOf },
    allowsOrigin: async (origin) => origin !== 'null' && (await origins('all'))?.has(origin) === true,
  }
}

const originOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).origin : 'null')
