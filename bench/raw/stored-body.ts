// The statement of a raw read, shared so that the minimal server differs from the raw one by its promise alone.
import type { Database as Sqlite, Statement } from 'better-sqlite3'

/** Gives the current body of a resource by its type and id. */
export const storedBody = (sql: Sqlite): Statement<[string, string], { body: string }> =>
  sql.prepare(
    `SELECT body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
     WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1`,
  )
