// Bounds tables to which unauthenticated requests add rows, with a fair share per network. A flood from one network
// evicts its own rows, never those of others (conformance LIM-04, LIM-10).
import type { Postgres } from '../connection/connection.ts'
import { shared } from '../connection/gather.ts'

/** The most rows in one such table; a row has a few kilobytes at most. */
export const MOST_ROWS = 10_000
/** The share of rows deleted at once, so that a flood does not cause a count of all rows on each request. */
const DROPPED_TOGETHER = 1 / 100

/** Rows are numbered in the order of insertion. While these numbers span no more than `most`, counting is unnecessary. */
export interface Span {
  readonly span: number
}

/** The span of a table before and with the rows of the questions, as the answer to each. */
export const spanOf = (table: string): string =>
  `SELECT n, coalesce((SELECT max("made") - min("made") + 1 FROM ${table}), 0) + (SELECT count(*) FROM asked) AS span FROM asked`

/**
 * Returns a function to call with the span after each insert into a table that has a column `network`. Beyond `most` rows, it
 * deletes the oldest rows of the network that has the most.
 */
export function fairRows(
  { run }: Pick<Postgres, 'run'>,
  table: string,
  most = MOST_ROWS,
): (after: Span | undefined) => Promise<void> {
  const drop = shared(() => run(DROP(table), [most, Math.max(1, Math.floor(most * DROPPED_TOGETHER))]))
  return async (after) => {
    if (after && after.span > most) await drop()
  }
}

const DROP = (table: string): string => `
  WITH largest AS (
    SELECT "network", count(*) AS rows, sum(count(*)) OVER () AS total FROM ${table} GROUP BY "network" ORDER BY rows DESC LIMIT 1)
  DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
    SELECT t.ctid FROM ${table} t JOIN largest USING ("network") WHERE total > $1::bigint ORDER BY "made"
    LIMIT (SELECT greatest(1, least($2::bigint, rows / 2)) FROM largest) FOR UPDATE OF t SKIP LOCKED))`
