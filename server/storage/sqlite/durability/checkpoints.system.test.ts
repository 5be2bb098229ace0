// Commits move into the database file by a thread, while the server answers.
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundled } from '#server/testing/children.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { databaseThreads } from '../threads/database-threads.ts'
import { checkpoints } from './checkpoints.ts'

function temporary() {
  const { sql, long } = temporaryDatabase({ isShared: true })
  const file = sql.name
  const addRole = (name: string) => sql.prepare('INSERT INTO role (name, createdAt) VALUES (?, 0)').run(name)
  return { file, sql, long, addRole }
}

/** Roles that are in the file itself, without its write-ahead log. */
function rolesIn(file: string): readonly unknown[] {
  const copy = `${file}.copy`
  copyFileSync(file, copy)
  const sql = new BetterSqlite3(copy)
  try {
    return sql.prepare('SELECT name FROM role ORDER BY name').pluck().all()
  } finally {
    sql.close()
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  }
}

/** The nice value of each thread of this process, from -20 to 19 (proc(5): the 19th field of stat). */
function prioritiesOfThreads(): readonly number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

function another(file: string) {
  const sql = new BetterSqlite3(file)
  onTestFinished(() => void sql.close())
  return sql
}

describe('checkpoints', () => {
  it('write committed pages into the database, and do nothing when there are none', () => {
    const { file, addRole } = temporary()
    const sql = another(file)
    const look = checkpoints(sql)
    addRole('one')
    expect(look()).toBe(true)
    expect(rolesIn(file)).toEqual(['one'])
    expect(look()).toBe(false)
    addRole('two')
    expect(rolesIn(file)).toEqual(['one'])
    expect([look(), look()]).toEqual([true, false])
    expect(rolesIn(file)).toEqual(['one', 'two'])
  })

  it('are repeated for pages that a reader still uses', () => {
    const { file, addRole } = temporary()
    const look = checkpoints(another(file))
    addRole('one')
    const reader = another(file)
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM role').get()
    addRole('two')
    look() // Of the pages that the reader sees, none is replaced under it: the file alone is nothing whole now.
    reader.exec('COMMIT')
    look()
    expect(rolesIn(file)).toEqual(['one', 'two'])
  })

  it('are not made by the commit after that of a large Bundle, which would hold the event loop for as long as they take', () => {
    const { file, long, addRole } = temporary()
    const { sql } = long()
    sql.exec('BEGIN; CREATE TABLE large (x)')
    for (let n = 0; n < 20; n += 1) sql.exec('INSERT INTO large VALUES (zeroblob(1000000))')
    sql.exec('COMMIT')
    addRole('one')
    expect(rolesIn(file)).toEqual([])
  })

  it('are made by a thread of the server', async () => {
    const { file, addRole } = temporary()
    const folder = await bundled(['server/storage/sqlite/threads/database-thread.ts'])
    const threads = databaseThreads(pathToFileURL(path.join(folder, 'database-thread.mjs')), file)
    onTestFinished(async () => {
      await threads.close()
      rmSync(folder, { recursive: true, force: true })
    })
    for (const name of ['one', 'two']) {
      addRole(name)
      await expect.poll(() => rolesIn(file)).toContain(name)
      await wait(10)
    }
    if (process.platform === 'linux') expect(prioritiesOfThreads().filter((nice) => nice > getPriority())).toEqual([10])
  })
})
