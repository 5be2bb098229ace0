// The registry cache is never older than the last write, by whichever connection.
import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { anotherConnection } from '../testing/another-connection.ts'
import { registryCache } from './registry-cache.ts'

function roles() {
  const database = temporaryDatabase()
  const _file = database.sql.name
  let reads = 0
  const statement = database.sql.prepare<[string], { createdAt: number }>('SELECT createdAt FROM role WHERE name = ?')
  const find = registryCache(database.sql, (name) => {
    reads += 1
    return statement.get(name)
  })
  const add = (sql: Pick<typeof database.sql, 'prepare'>, name: string) =>
    sql.prepare('INSERT INTO role (name, createdAt) VALUES (?, 1)').run(name)
  return { database, find, add, reads: () => reads }
}

describe('a query that is remembered until the registry changes', () => {
  it('is asked once as long as nothing changes', () => {
    const { database, find, add, reads } = roles()
    add(database.sql, 'reader')
    expect([find('reader'), find('reader'), find('reader')]).toEqual(Array(3).fill({ createdAt: 1 }))
    database.sql.prepare("INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('launch', 'a', 'b', 1)").run()
    expect(find('reader')).toEqual({ createdAt: 1 })
    expect(reads()).toBe(1)
  })

  it.each(['client', 'redirect_uri', 'role', 'permission', 'signing_key'])(
    'counts what is inserted into, changed in and deleted from %s',
    (table) => {
      const { database } = roles()
      const actions = database.sql
        .prepare<[string], string>(
          `SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? AND sql LIKE '%registry_state%' ORDER BY name`,
        )
        .pluck()
        .all(table)
        .map((sql) => / AFTER (\w+) ON /.exec(sql)?.[1])
      expect(actions).toEqual(['DELETE', 'INSERT', 'UPDATE'])
    },
  )

  it('sees what goes away with something else', () => {
    const { database } = roles()
    const version = database.sql.prepare<[], number>('SELECT version FROM registry_state').pluck()
    database.sql.exec(`INSERT INTO client (clientId, name, kind, status, createdAt, updatedAt) VALUES ('a', 'A', 'module', 'approved', 1, 1);
      INSERT INTO redirect_uri (clientId, uri) VALUES ('a', 'https://a.example')`)
    const before = version.get() ?? 0
    database.sql.exec(`DELETE FROM client WHERE clientId = 'a'`)
    expect(version.get()).toBe(before + 2) // The client, and its address by the foreign key.
  })

  it('does not remember what is taken back', () => {
    const { database, find, add } = roles()
    add(database.sql, 'reader')
    expect(find('reader')).toEqual({ createdAt: 1 })
    const change = database.sql.prepare('UPDATE role SET createdAt = ? WHERE name = ?')
    const failing = database.sql.transaction(() => {
      change.run(2, 'reader')
      expect(find('reader')).toEqual({ createdAt: 2 })
      throw new Error('no')
    })
    expect(failing).toThrow('no')
    expect(find('reader')).toEqual({ createdAt: 1 })
    change.run(3, 'reader')
    expect(find('reader')).toEqual({ createdAt: 3 })
  })

  it('sees the very next change of its own connection, and of another opener of the file', () => {
    const { database, find, add } = roles()
    const stranger = anotherConnection(database.sql)
    for (const [name, writer] of Object.entries({ own: database.sql, stranger })) {
      expect(find(name)).toBeUndefined()
      add(writer, name)
      expect(find(name), name).toEqual({ createdAt: 1 })
      writer.prepare('UPDATE role SET createdAt = 2 WHERE name = ?').run(name)
      expect(find(name), name).toEqual({ createdAt: 2 })
      writer.prepare('DELETE FROM role WHERE name = ?').run(name)
      expect(find(name), name).toBeUndefined()
    }
  })

  it('sees a change of Prisma', async () => {
    const { database, find, add } = roles()
    add(database.sql, 'reader')
    find('reader')
    await (await database.prisma()).role.update({ where: { name: 'reader' }, data: { createdAt: new Date(5) } })
    expect(find('reader')).toEqual({ createdAt: 5 })
  })
})
