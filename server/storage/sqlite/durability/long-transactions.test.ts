import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Steps } from '#lib/async/in-slices.ts'
import { openDatabase, type Sqlite } from '../file/database.ts'
import { whenFree } from './busy-retry.ts'
import { longTransactions } from './long-transactions.ts'

function opened() {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-long-'))
  const database = openDatabase(path.join(directory, 'notes.db'), { isShared: true })
  onTestFinished(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const { sql } = database
  sql.exec('CREATE TABLE note (text TEXT)')
  const all = sql.prepare<[], string>('SELECT text FROM note ORDER BY rowid').pluck()
  const seen: string[] = []
  /** Adds notes, each in a step that takes longer than a slice. What others read after each is `seen`. */
  const adding = (...texts: readonly string[]) =>
    function* (on: Sqlite): Steps<number> {
      const insert = on.prepare<[string]>('INSERT INTO note (text) VALUES (?)')
      for (const text of texts) {
        if (text === '') throw new Error('no text')
        insert.run(text)
        const until = performance.now() + 6
        while (performance.now() < until);
        setImmediate(() => seen.push(all.all().join()))
        yield
      }
      return texts.length
    }
  const add = (text: string) => whenFree(sql, () => sql.prepare('INSERT INTO note (text) VALUES (?)').run(text))
  return { database, transact: longTransactions(database), adding, add, notes: () => all.all(), seen }
}

describe('a long transaction', () => {
  it('FBO-08 lets others read between its steps, who see all of it or nothing', async () => {
    const { transact, adding, notes, seen } = opened()
    expect(await transact(adding('a', 'b', 'c', 'd'))).toBe(4)
    expect(notes()).toEqual(['a', 'b', 'c', 'd'])
    expect(seen.slice(0, 3)).toEqual(['', '', ''])
  })

  it('is undone by an error, and the next one begins anew', async () => {
    const { database, transact, adding, notes } = opened()
    await expect(transact(adding('a', ''))).rejects.toThrow('no text')
    expect([notes(), database.long().sql.inTransaction]).toEqual([[], false])
    await transact(adding('b'))
    expect(notes()).toEqual(['b'])
  })

  it('keeps other writers waiting, and they come before the next one', async () => {
    const { transact, adding, add, notes } = opened()
    const [first, next] = [transact(adding('a', 'b')), transact(adding('d', 'e'))]
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all([first, add('c'), next])
    expect(notes()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
