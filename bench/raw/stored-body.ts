// The statement of a raw read. Raw and minimal server share it, so that they differ only in the minimal server's
// promise.
import type { Database as Sqlite, Statement } from 'better-sqlite3'

/** Returns the current body of a resource, by type and id. */
export const storedBody = (sql: Sqlite): Statement<[string, string], { body: string }> =>
  sql.prepare(
    `SELECT body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
     WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1`,
  )
