// The one statement of a raw read, whoever makes it: so that the least differs from the raw server by its promise alone.
import type { Database as Sqlite, Statement } from 'better-sqlite3'

/** Gives the current body of a resource by its type and id. */
export const storedBody = (sql: Sqlite): Statement<[string, string], { body: string }> =>
  sql.prepare(
    `SELECT body FROM resource_version v JOIN resource_body b ON b.seq = v.seq
     WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1`,
  )
