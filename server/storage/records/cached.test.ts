// What is cached is never older than the last write, by whichever connection.
import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { registryVersions } from '../sqlite/registry/versions.ts'
import { anotherConnection } from '../sqlite/testing/another-connection.ts'
import { cached } from './cached.ts'

function roles() {
  const database = temporaryDatabase()
  let reads = 0
  const statement = database.sql.prepare<[string], { createdAt: number }>('SELECT createdAt FROM role WHERE name = ?')
  const find = cached(registryVersions(database.sql).registry, async (name) => {
    reads += 1
    return statement.get(name)
  })
  const add = (sql: Pick<typeof database.sql, 'prepare'>, name: string) =>
    sql.prepare('INSERT INTO role (name, createdAt) VALUES (?, 1)').run(name)
  return { database, find, add, reads: () => reads }
}

describe('a query that is remembered until the registry changes', () => {
  it('is run once as long as nothing changes', async () => {
    const { database, find, add, reads } = roles()
    add(database.sql, 'reader')
    for (let time = 0; time < 3; time += 1) expect(await find('reader')).toEqual({ createdAt: 1 })
    database.sql.prepare("INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('launch', 'a', 'b', 1)").run()
    expect(await find('reader')).toEqual({ createdAt: 1 })
    expect(reads()).toBe(1)
  })

  it.each(['client', 'role', 'signing_key', 'account'])(
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
        .toSorted()
      expect(actions).toEqual(['DELETE', 'INSERT', 'UPDATE'])
    },
  )

  it('does not cache a result that was read before a concurrent write', async () => {
    const { database } = roles()
    let answer = () => {}
    const version = registryVersions(database.sql).registry
    const find = cached(version, async (name) => {
      const row = database.sql.prepare<[string], object>('SELECT createdAt FROM role WHERE name = ?').get(name)
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return row
    })
    const add = database.sql.prepare("INSERT INTO role (name, createdAt) VALUES ('reader', 1)")
    add.run()
    const before = find('reader')
    database.sql.exec("UPDATE role SET createdAt = 2 WHERE name = 'reader'")
    const after = find('reader')
    answer()
    expect(await after).toEqual({ createdAt: 2 })
    expect(await Promise.race([before, find('reader')])).toEqual({ createdAt: 2 })
  })

  it('sees the very next change of its own connection, and of another opener of the file', async () => {
    const { database, find, add } = roles()
    const stranger = anotherConnection(database.sql)
    for (const [name, writer] of Object.entries({ own: database.sql, stranger })) {
      expect(await find(name)).toBeUndefined()
      add(writer, name)
      expect(await find(name), name).toEqual({ createdAt: 1 })
      writer.prepare('UPDATE role SET createdAt = 2 WHERE name = ?').run(name)
      expect(await find(name), name).toEqual({ createdAt: 2 })
      writer.prepare('DELETE FROM role WHERE name = ?').run(name)
      expect(await find(name), name).toBeUndefined()
    }
  })

  it('sees a change of Prisma', async () => {
    const { database, find, add } = roles()
    add(database.sql, 'reader')
    await find('reader')
    await (await database.prisma()).role.update({ where: { name: 'reader' }, data: { createdAt: new Date(5) } })
    expect(await find('reader')).toEqual({ createdAt: 5 })
  })
})
