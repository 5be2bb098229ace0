import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { joining } from './nested-transactions.ts'

function opened() {
  const statements: string[] = []
  const sql = new BetterSqlite3(':memory:', { verbose: (statement) => void statements.push(String(statement)) })
  onTestFinished(() => void sql.close())
  sql.exec('CREATE TABLE note (text TEXT)')
  const insert = sql.prepare<[string]>('INSERT INTO note (text) VALUES (?)')
  const add = joining(sql, (text: string) => insert.run(text).changes)
  const notes = () => sql.prepare<[], string>('SELECT text FROM note').pluck().all()
  return { sql, add, notes, statements }
}

describe('a transaction that joins another one', () => {
  it('is its own transaction when there is no other', () => {
    const { add, notes, statements } = opened()
    expect(add('alone')).toBe(1)
    expect(notes()).toEqual(['alone'])
    expect(statements).toContain('BEGIN IMMEDIATE')
  })

  it('is part of the existing transaction, and rolled back with it', () => {
    const { sql, add, notes, statements } = opened()
    const whole = sql.transaction(() => {
      add('a part')
      throw new Error('no')
    })
    expect(() => whole()).toThrow('no')
    expect(notes()).toEqual([])
    expect(statements.filter((statement) => statement.startsWith('SAVEPOINT'))).toEqual([])
  })
})
