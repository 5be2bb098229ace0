// The user names of people's resources, to answer if a name belongs to a person.
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

export interface PersonNames {
  /** The identifier values that current resources of a type carry under a system, as they are written. */
  readonly of: (type: string, system: string) => Promise<readonly string[]>
}

export function personNames(sql: Sqlite): PersonNames {
  const values = sql
    .prepare<[string, string], string>(
      `SELECT DISTINCT s.value FROM search_value s JOIN resource_version r ON r.seq = s.seq
       WHERE s.type = ? AND s.param = 'identifier' AND s.system = ? AND r.supersededBy IS NULL AND r.deleted = 0`,
    )
    .pluck()
  return asyncPort<PersonNames>({ of: (type, system) => values.all(type, system) })
}
