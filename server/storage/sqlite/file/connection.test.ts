import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect, plannedOnce, type Sqlite } from './connection.ts'
import { openDatabase } from './database.ts'
import { connectReader } from './reader.ts'

function folder(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-connection-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function until<Closed extends { close: () => unknown }>(sql: Closed): Closed {
  onTestFinished(async () => void (await sql.close()))
  return sql
}

/** How SQLite goes about a search for a value that it was given, which fits an index of that value alone. */
function planFor(value: string, sql: Sqlite): string {
  sql.exec(`CREATE TABLE note (kind TEXT, text TEXT); CREATE INDEX rare ON note (text) WHERE kind = 'rare'`)
  const plan = sql.prepare<[string], { detail: string }>('EXPLAIN QUERY PLAN SELECT * FROM note WHERE kind = ?')
  return plan
    .all(value)
    .map(({ detail }) => detail)
    .join()
}

describe('a connection', () => {
  it('plans a statement once, whatever is bound to its parameters', () => {
    const ofTheDriver = planFor('rare', until(new BetterSqlite3(path.join(folder(), 'a.db'))))
    const ours = planFor('rare', until(connect(path.join(folder(), 'b.db'), {})))
    expect(ofTheDriver, 'which looks at what is bound').toContain('rare')
    expect(ours).not.toContain('rare')
  })

  it('does so of every statement of a domain, whichever connection asks', async () => {
    const file = path.join(folder(), 'slipway.db')
    const { sql } = until(openDatabase(file))
    for (const connection of [sql, until(connectReader(file))])
      expect(connection.prepare('SELECT ?, @name').source).toBe('SELECT +?, +@name')
  })

  it('leaves alone what stands between quotes', () => {
    expect(plannedOnce(`SELECT "a?b", 'why? @x, it''s', c ->> '$.status' FROM t WHERE d IN (?, ?2) AND e = :e`)).toBe(
      `SELECT "a?b", 'why? @x, it''s', c ->> '$.status' FROM t WHERE d IN (+?, +?2) AND e = +:e`,
    )
  })
})
