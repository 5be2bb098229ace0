// What is cached is never older than the last write, by whichever connection.
import { describe, expect, it } from 'vitest'
import type { Jti } from '#server/oauth/store.ts'
import { cached } from '../records/cached.ts'
import { contractStorage } from '../testing/contract.ts'

const INSERT = (name: string) =>
  `INSERT INTO role (name, "createdAt", permissions) VALUES ('${name}', CURRENT_TIMESTAMP, 'first')`
const UPDATE = (name: string) => `UPDATE role SET permissions = 'second' WHERE name = '${name}'`
const DELETE = (name: string) => `DELETE FROM role WHERE name = '${name}'`

async function roles() {
  const storage = await contractStorage()
  let reads = 0
  const find = cached(storage.versions.registry, async (name) => {
    reads += 1
    return (await storage.sql<{ permissions: string }>(`SELECT permissions FROM role WHERE name = '${name}'`))[0]
      ?.permissions
  })
  return { storage, find, reads: () => reads }
}

describe('a query that is remembered until the registry changes', () => {
  it('is run once as long as nothing changes', async () => {
    const { storage, find, reads } = await roles()
    await storage.sql(INSERT('reader'))
    for (let time = 0; time < 3; time += 1) expect(await find('reader')).toBe('first')
    await storage.oauth.replay.claim('launch', 'a', 'b' as Jti, 1)
    expect(await find('reader')).toBe('first')
    expect(reads()).toBe(1)
  })

  it('counts what is inserted into, changed in and deleted from clients, roles, keys and accounts', async () => {
    const { versions, sql } = await contractStorage()
    const at = 'CURRENT_TIMESTAMP'
    const inserts = {
      client: `(name, kind, status, "createdAt", "updatedAt", "clientId") VALUES ('x', '', '', ${at}, ${at}, 'x')`,
      role: `(name, "createdAt") VALUES ('x', ${at})`,
      signing_key: `(kid, owner, alg, "publicJwk", status, "createdAt") VALUES ('x', '', '', '', '', ${at})`,
      account: `(id, username, name, role, "passwordHash", "createdAt") VALUES ('x', '', '', '', '', ${at})`,
    }
    for (const [table, insert] of Object.entries(inserts)) {
      const column = table === 'signing_key' ? 'alg' : 'name'
      for (const text of [
        `INSERT INTO ${table} ${insert}`,
        `UPDATE ${table} SET ${column} = 'y'`,
        `DELETE FROM ${table}`,
      ]) {
        const before = [await versions.registry(), await versions.accounts()]
        await sql(text)
        const after = [await versions.registry(), await versions.accounts()]
        const counts = after.map((version, index) => Number(version) - Number(before[index]))
        expect(counts, text).toEqual(table === 'account' ? [0, 1] : [1, 0])
      }
    }
  })

  it('does not cache a result that was read before a concurrent write', async () => {
    const { storage } = await roles()
    const answers: (() => void)[] = []
    const find = cached(storage.versions.registry, async (name) => {
      const [row] = await storage.sql<{ permissions: string }>(`SELECT permissions FROM role WHERE name = '${name}'`)
      await new Promise<void>((resolve) => answers.push(resolve))
      return row?.permissions
    })
    const asked = (times: number) => expect.poll(() => answers.length).toBe(times)
    await storage.sql(INSERT('reader'))
    const before = find('reader')
    await asked(1)
    await storage.sql(UPDATE('reader'))
    const after = find('reader')
    await asked(2)
    for (const answer of answers) answer()
    expect([await before, await after]).toEqual(['first', 'second'])
    expect(await find('reader')).toBe('second')
  })

  it('sees the very next change of its own connection, and of another opener', async () => {
    const { storage, find } = await roles()
    for (const [name, { sql }] of Object.entries({ own: storage, stranger: await storage.another() })) {
      expect(await find(name)).toBeUndefined()
      await sql(INSERT(name))
      expect(await find(name), name).toBe('first')
      await sql(UPDATE(name))
      expect(await find(name), name).toBe('second')
      await sql(DELETE(name))
      expect(await find(name), name).toBeUndefined()
    }
  })

  it('sees a change of Prisma', async () => {
    const { storage, find } = await roles()
    await storage.sql(INSERT('reader'))
    await find('reader')
    await storage.registry.saveRole('reader', [])
    expect(await find('reader')).toBe('[]')
  })
})
