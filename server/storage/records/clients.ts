// The clients of the domain, as the console, the command line and developers list and change them.
import type { Client } from '#server/oauth/store.ts'
import { type Registry, RegistryError } from '../registry.ts'
import { columnsOf, type Row, toClient } from './client-row.ts'
import type { RecordDeps } from './deps.ts'
import { created, isForeignKeyViolation } from './violations.ts'

type Lists = Pick<Registry, 'listClients' | 'listOwned'>
type Changes = Pick<Registry, 'addClient' | 'saveClient' | 'editClient' | 'setClientStatus' | 'removeClient'>
type OwnedChanges = Pick<Registry, 'addOwned' | 'saveOwned' | 'removeOwned'>

/** Clients, each change of which is one statement. */
export const clients = (deps: Pick<RecordDeps, 'db' | 'alone' | 'clock'>): Lists & Changes & OwnedChanges => ({
  ...lists(deps),
  ...changes(deps),
  ...ownedChanges(deps),
})

function lists({ db }: Pick<RecordDeps, 'db'>): Lists {
  const list = async (where: { ownerAccountId?: string }) =>
    (await (await db()).client.findMany({ where, orderBy: [{ name: 'asc' }, { clientId: 'asc' }] })).map(toClient)
  return { listClients: () => list({}), listOwned: (ownerAccountId) => list({ ownerAccountId }) }
}

function changes(deps: Pick<RecordDeps, 'db' | 'clock'>): Changes {
  const { db, clock } = deps
  return {
    addClient: (client) =>
      withRole(client, async () => {
        const now = new Date(clock())
        return created((await db()).client.create({ data: { ...columnsOf(client, now), createdAt: now } }))
      }),
    saveClient: (client) =>
      withRole(client, async () => {
        const { clientId, ownerAccountId, ...update } = columnsOf(client, new Date(clock()))
        const create = { ...update, clientId, ownerAccountId, createdAt: update.updatedAt }
        await (await db()).client.upsert({ where: { clientId }, create, update })
      }),
    editClient: (client) =>
      withRole(client, async () => {
        const { clientId, ownerAccountId: _owner, status: _status, ...data } = columnsOf(client, new Date(clock()))
        return (await (await db()).client.updateMany({ where: { clientId }, data })).count === 1
      }),
    setClientStatus: (clientId, status, fits = () => true) =>
      changeAsSeen(deps, { clientId }, (stored) => (fits(stored) ? { status } : undefined)),
    removeClient: async (clientId) =>
      (await (await db()).client.deleteMany({ where: { clientId, status: { not: 'approved' } } })).count === 1,
  }
}

function ownedChanges(deps: Pick<RecordDeps, 'db' | 'alone' | 'clock'>): OwnedChanges {
  const { db, alone, clock } = deps
  return {
    addOwned: (client, most) =>
      withRole(client, async () => {
        const row = columnsOf(client, new Date(clock()))
        const added = await alone(
          `apps of ${row.ownerAccountId}`,
          (one) => one.$executeRaw`
          INSERT INTO client ("clientId", name, kind, status, jwks, "jwksUrl", "redirectUris", "launchUrl", "roleName",
            "anyTask", "webhookOrigins", "requestedRights", "logoutUri", "logoutSessionRequired", "ownerAccountId",
            "createdAt", "updatedAt")
          SELECT ${row.clientId}, ${row.name}, ${row.kind}, ${row.status}, ${row.jwks}, ${row.jwksUrl},
            ${row.redirectUris}, ${row.launchUrl}, ${row.roleName}, ${row.anyTask}, ${row.webhookOrigins},
            ${row.requestedRights}, ${row.logoutUri}, ${row.logoutSessionRequired}, ${row.ownerAccountId}, ${row.updatedAt}, ${row.updatedAt}
          WHERE (SELECT count(*) FROM client WHERE "ownerAccountId" = ${row.ownerAccountId}) < ${most}
          ON CONFLICT ("clientId") DO NOTHING`,
        )
        if (added === 1) return 'added'
        return (await (await db()).client.count({ where: { clientId: row.clientId } })) === 1 ? 'taken' : 'too_many'
      }),
    saveOwned: (client, decide = (stored) => stored) => {
      const { clientId, ownerAccountId } = client
      const columns = columnsOf(client, new Date(clock()))
      const { name, jwks, jwksUrl, launchUrl, redirectUris, requestedRights, logoutUri, logoutSessionRequired } =
        columns
      return changeAsSeen(deps, { clientId, ownerAccountId }, (stored) => {
        const { status, roleName = null } = decide(stored)
        return {
          ...{ name, jwks, jwksUrl, launchUrl, redirectUris, requestedRights, logoutUri, logoutSessionRequired },
          ...{ status, roleName },
        }
      })
    },
    removeOwned: async (clientId, ownerAccountId) =>
      (await (await db()).client.deleteMany({ where: { clientId, ownerAccountId } })).count === 1,
  }
}

/**
 * Changes a client by what is stored of it: the statement changes it only as it was read, and otherwise it is read again. Returns
 * false if there is none, or `change` gives nothing.
 */
async function changeAsSeen(
  { db, clock }: Pick<RecordDeps, 'db' | 'clock'>,
  where: { readonly clientId: string; readonly ownerAccountId?: string },
  change: (stored: Client) => Partial<Row> | undefined,
): Promise<boolean> {
  const { client } = await db()
  for (;;) {
    const seen = await client.findFirst({ where })
    const data = seen && change(toClient(seen))
    if (!data) return false
    const { count } = await client.updateMany({ where: seen, data: { ...data, updatedAt: new Date(clock()) } })
    if (count === 1) return true
  }
}

/** The foreign key decides, without a prior look-up. */
async function withRole<T>({ roleName }: Client, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (isForeignKeyViolation(cause)) throw new RegistryError(`There is no role named ${roleName}.`, { cause })
    throw cause
  }
}
