import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { groupedTransactions } from './grouped-transactions.ts'

function opened() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-grouped-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = path.join(directory, 'notes.db')
  const connect = () => {
    const sql = new BetterSqlite3(file)
    onTestFinished(() => void sql.close())
    return sql
  }
  const sql = connect()
  sql.pragma('journal_mode = WAL')
  sql.pragma('busy_timeout = 50')
  sql.exec('CREATE TABLE note (text TEXT)')
  const add = sql.prepare<[string]>('INSERT INTO note (text) VALUES (?)')
  const notes = () => sql.prepare<[], string>('SELECT text FROM note ORDER BY rowid').pluck().all()
  return { sql, connect, add: (text: string) => add.run(text), notes, together: groupedTransactions(sql) }
}

describe('grouped transactions', () => {
  it('run in the order in which they came, and give what they gave', async () => {
    const { together, add, notes } = opened()
    const results = await Promise.all([1, 2, 3].map((number) => together(() => add(String(number)).changes * number)))
    expect([results, notes()]).toEqual([
      [1, 2, 3],
      ['1', '2', '3'],
    ])
  })

  it('undo the one that throws, and keep the others of the same commit', async () => {
    const { together, add, notes } = opened()
    const bad = together(() => {
      add('half')
      throw new Error('no')
    })
    const good = together(() => add('good').changes)
    await expect(bad).rejects.toThrow('no')
    expect([await good, notes()]).toEqual([1, ['good']])
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
