import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { groupedTransactions } from './grouped-transactions.ts'

function opened(flushed?: () => Promise<void>) {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-grouped-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = path.join(directory, 'notes.db')
  const statements: string[] = []
  const connect = () => {
    const sql = new BetterSqlite3(file, { verbose: (statement) => void statements.push(String(statement)) })
    onTestFinished(() => void sql.close())
    return sql
  }
  const sql = connect()
  sql.pragma('journal_mode = WAL')
  sql.pragma('busy_timeout = 50')
  sql.exec('CREATE TABLE note (text TEXT)')
  const add = sql.prepare<[string]>('INSERT INTO note (text) VALUES (?)')
  const notes = () => sql.prepare<[], string>('SELECT text FROM note ORDER BY rowid').pluck().all()
  const commits = () => statements.filter((statement) => statement === 'COMMIT').length
  const savepoints = () => statements.filter((statement) => statement.startsWith('SAVEPOINT')).length
  const together = groupedTransactions(sql, { flushed })
  return { sql, connect, add: (text: string) => add.run(text), notes, commits, savepoints, together }
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve))

describe('grouped transactions', () => {
  it('each get a commit of their own when no other waits', async () => {
    const { together, add, commits } = opened()
    for (const text of ['a', 'b', 'c']) await together(() => add(text))
    expect(commits()).toBe(3)
  })

  it('that come while the disk is flushed share a commit, made when that flush has ended and not the next one', async () => {
    let ended = () => {}
    const flush = new Promise<void>((resolve) => {
      ended = resolve
    })
    const { together, add, notes, commits } = opened(() => flush)
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const shared: Promise<unknown>[] = []
    for (const text of texts) {
      shared.push(together(() => add(text)))
      await turnOfTheLoop()
    }
    expect(commits()).toBe(0)
    ended()
    await Promise.all(shared)
    expect(notes()).toEqual(texts)
    expect(commits()).toBe(1)
  })

  it('run in the order of their calls, and return their results', async () => {
    const { together, add, notes } = opened()
    const results = await Promise.all([1, 2, 3].map((number) => together(() => add(String(number)).changes * number)))
    expect([results, notes()]).toEqual([
      [1, 2, 3],
      ['1', '2', '3'],
    ])
  })

  it('roll back the one that throws, and keep the others of the same commit', async () => {
    const { together, add, notes } = opened()
    const bad = together(() => {
      add('half')
      throw new Error('no')
    })
    const good = together(() => add('good').changes)
    await expect(bad).rejects.toThrow('no')
    expect([await good, notes()]).toEqual([1, ['good']])
  })

  it('use savepoints only after one of them has thrown', async () => {
    const { together, add, savepoints } = opened()
    await Promise.all(['a', 'b'].map((text) => together(() => add(text))))
    expect(savepoints()).toBe(0)
    const bad = together(() => {
      throw new Error('no')
    })
    await Promise.allSettled([together(() => add('c')), bad])
    expect(savepoints()).toBeGreaterThan(0)
  })

  it('see what those before them wrote', async () => {
    const { together, add, notes } = opened()
    const [, seen] = await Promise.all([together(() => add('a')), together(notes)])
    expect(seen).toEqual(['a'])
  })

  it('are refused when another connection writes for too long, and work again after it', async () => {
    const { together, add, notes, connect } = opened()
    const other = connect()
    other.exec('BEGIN IMMEDIATE')
    await expect(together(() => add('late'))).rejects.toThrow(/locked/)
    other.exec('COMMIT')
    await together(() => add('now'))
    expect(notes()).toEqual(['now'])
  })

  it('fail together when the commit cannot be made, with nothing of them left', async () => {
    const { together, add, notes, sql } = opened()
    sql.exec(
      'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)',
    )
    sql.pragma('foreign_keys = ON')
    const one = together(() => add('one'))
    const orphan = together(() => void sql.prepare('INSERT INTO child (id) VALUES (7)').run())
    const results = await Promise.allSettled([one, orphan])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(notes()).toEqual([])
    await together(() => add('after'))
    expect(notes()).toEqual(['after'])
  })
})
