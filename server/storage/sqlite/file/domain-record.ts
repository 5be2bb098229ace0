// The recorded settings that the rows of a domain were made from.
import type { DomainSettings } from '../../inspection.ts'
import type { Sqlite } from './database.ts'

/** The recorded settings; undefined if none are recorded. Throws "no such table" for a database of an older version. */
export function readDomainSettings(sql: Sqlite): DomainSettings | undefined {
  const text = sql.prepare<[], string>('SELECT settings FROM domain_record WHERE id = 1').pluck().get()
  return text === undefined ? undefined : (JSON.parse(text) as DomainSettings)
}
