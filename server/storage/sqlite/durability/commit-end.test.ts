// What transactions leave to the end of their shared commit is done once, and only for those that succeed.
import BetterSqlite3 from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { commitEnd } from './commit-end.ts'
import { groupedTransactions } from './grouped-transactions.ts'

function opened() {
  const sql = new BetterSqlite3(':memory:')
  onTestFinished(() => void sql.close())
  sql.exec('CREATE TABLE note (text TEXT)')
  const insert = sql.prepare<[string]>('INSERT INTO note (text) VALUES (?)')
  const add = (text: string) => insert.run(text)
  const end = commitEnd()
  const sum = (all: readonly string[]) => void add(all.join('+'))
  return {
    add,
    end,
    sum,
    together: groupedTransactions(sql, { end }),
    notes: () => sql.prepare<[], string>('SELECT text FROM note ORDER BY rowid').pluck().all(),
  }
}

it('is done once for all that share the commit, after the last of them', async () => {
  const { add, end, sum, together, notes } = opened()
  const work = (text: string) => () => {
    end.leave(sum, [text])
    add(text)
  }
  await Promise.all(['a', 'b', 'c'].map((text) => together(work(text))))
  expect(notes()).toEqual(['a', 'b', 'c', 'a+b+c'])
})

it('is undone with the one that left it', async () => {
  const { add, end, sum, together, notes } = opened()
  const work = (text: string) => () => {
    add(text)
    end.leave(sum, [`of ${text}`])
    if (text === 'b') throw new Error('refused')
  }
  const all = await Promise.allSettled(['a', 'b', 'c'].map((text) => together(work(text))))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['a', 'of a', 'c', 'of c'])
})

it('fails those who left it, when it fails', async () => {
  const { add, end, together, notes } = opened()
  const failing = (all: readonly string[]) => {
    if (all.includes('b')) throw new Error('full')
    add(all.join('+'))
  }
  const all = await Promise.allSettled(
    ['a', 'b'].map((text) =>
      together(() => {
        add(text)
        end.leave(failing, [text])
      }),
    ),
  )
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(notes()).toEqual(['a', 'a'])
})

it('is done at once where no commit is shared', () => {
  const { end, sum, notes } = opened()
  end.leave(sum, ['a', 'b'])
  expect(notes()).toEqual(['a+b'])
})

it('is done before, as far as it goes, for a transaction that needs it', async () => {
  const { add, end, sum, together, notes } = opened()
  await together(() => {
    end.leave(sum, ['a', 'b'])
    end.now(sum)
    add('seen')
    end.leave(sum, ['c'])
  })
  expect(notes()).toEqual(['a+b', 'seen', 'c'])
})
