// Transactions within transactions.
import type { Sqlite } from './connection.ts'

/**
 * Runs `work` in the transaction of its caller, or where there is none in one of its own, which waits for other writers. A savepoint
 * would do for both, and copy every page that is written after it. What `work` throws has to undo all of the caller's transaction:
 * nobody may catch it before.
 */
export function joining<Given extends unknown[], Result>(
  sql: Sqlite,
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  const transaction = sql.transaction(work)
  return (...given) => (sql.inTransaction ? work(...given) : transaction.immediate(...given))
}
