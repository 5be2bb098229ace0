// Transactions that take longer than a turn of the event loop should. They have a connection of their own, so that others are
// answered between two steps, and read what was there before; those who write wait, as for another process.
import { stepsInSlices } from '#lib/async/in-slices.ts'
import type { Steps } from '#lib/async/steps.ts'
import { inTurns } from '#lib/async/turns.ts'
import type { Database, Sqlite } from '../file/database.ts'
import { whenFree, writesThatWait } from './busy-retry.ts'

/**
 * Returns a function that takes the steps of a transaction, one transaction after the other. It resolves once the transaction is
 * committed and on the disk. Rejects with what the work throws, after undoing it, and with SQLite's error.
 */
export function longTransactions({
  sql: shared,
  long,
}: Pick<Database, 'sql' | 'long'>): <T>(work: (sql: Sqlite) => Steps<T>) => Promise<T> {
  const inTurn = inTurns()
  return (work) =>
    inTurn(async () => {
      const { sql, durable } = long()
      await writesThatWait(shared) // They have waited for the one before.
      await whenFree(sql, () => void sql.exec('BEGIN IMMEDIATE'))
      const value = await wholly(sql, work)
      await durable()
      return value
    })
}

async function wholly<T>(sql: Sqlite, work: (sql: Sqlite) => Steps<T>): Promise<T> {
  try {
    const value = await stepsInSlices(work(sql))
    sql.exec('COMMIT')
    return value
  } catch (error) {
    if (sql.inTransaction) sql.exec('ROLLBACK')
    throw error
  }
}
