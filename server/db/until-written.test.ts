// What is remembered is never older than the last write, whoever made it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './database.ts'
import { untilWritten } from './until-written.ts'

function roles() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-until-written-'))
  const file = path.join(directory, 'test.db')
  const database = openDatabase(file)
  onTestFinished(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })
  let reads = 0
  const statement = database.sql.prepare<[string], { createdAt: number }>('SELECT createdAt FROM role WHERE name = ?')
  const find = untilWritten(database.sql, (name) => {
    reads += 1
    return statement.get(name)
  })
  const add = (sql: Pick<typeof database.sql, 'prepare'>, name: string) =>
    sql.prepare('INSERT INTO role (name, createdAt) VALUES (?, 1)').run(name)
  return { file, database, find, add, reads: () => reads }
}

describe('a query that is remembered until something is written', () => {
  it('is asked once as long as nothing changes', () => {
    const { database, find, add, reads } = roles()
    add(database.sql, 'reader')
    expect([find('reader'), find('reader'), find('reader')]).toEqual(Array(3).fill({ createdAt: 1 }))
    expect(reads()).toBe(1)
  })

  it('sees the very next change of its own connection, of another one, and of another opener of the file', () => {
    const { file, database, find, add } = roles()
    const stranger = new BetterSqlite3(file)
    onTestFinished(() => void stranger.close())
    for (const [name, writer] of Object.entries({ own: database.sql, vault: database.vault, stranger })) {
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
    await database.prisma.role.update({ where: { name: 'reader' }, data: { createdAt: new Date(5) } })
    expect(find('reader')).toEqual({ createdAt: 5 })
  })
})
