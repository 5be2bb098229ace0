// The user names of people's resources, to answer whether a name belongs to a person.
import type { PersonNames } from '../../registry.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** Reads user names from the index values of `identifier`. Throws StorageUnavailable. */
export function personNames(sql: Sqlite): PersonNames {
  const values = sql
    .prepare<[string, string], string>(
      `SELECT DISTINCT s.value FROM search_value s JOIN resource_version r ON r.seq = s.seq
       WHERE s.type = ? AND s.param = 'identifier' AND s.system = ? AND r.supersededBy IS NULL AND r.deleted = 0`,
    )
    .pluck()
  return asyncPort<PersonNames>(sql, { of: (type, system) => values.all(type, system) })
}
