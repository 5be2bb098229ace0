// Developers of apps: the accounts that may see an app's traces. The account that registered an app is one of them.
import type { AppDevelopers } from '../registry.ts'
import type { Db } from './deps.ts'
import { created } from './violations.ts'

/** The developers of apps, named by their user names. */
export const appDevelopers = (db: Db): AppDevelopers => ({
  appsOf: async (username) => {
    const where = { OR: [{ developers: { some: { username } } }, { owner: { username } }] }
    const apps = await (await db()).client.findMany({ where, select: { clientId: true }, orderBy: { clientId: 'asc' } })
    return apps.map(({ clientId }) => clientId)
  },
  list: async (clientId) => {
    const rows = await (await db()).appDeveloper.findMany({ where: { clientId }, orderBy: { username: 'asc' } })
    return rows.map(({ username }) => username)
  },
  add: async (clientId, username) => created((await db()).appDeveloper.create({ data: { clientId, username } })),
  remove: async (clientId, username) =>
    (await (await db()).appDeveloper.deleteMany({ where: { clientId, username } })).count === 1,
})
