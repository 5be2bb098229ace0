// Transactions within transactions.
import type { Sqlite } from './connection.ts'

/**
 * Runs `work` in the caller's transaction. Without one, runs it in a new transaction, which waits for other writers. A
 * savepoint would suit both cases, but copies every page written after it. An error of `work` must roll back the
 * caller's whole transaction, so no caller within it may catch the error.
 */
export function joining<Given extends unknown[], Result>(
  sql: Sqlite,
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  const transaction = sql.transaction(work)
  return (...given) => (sql.inTransaction ? work(...given) : transaction.immediate(...given))
}
