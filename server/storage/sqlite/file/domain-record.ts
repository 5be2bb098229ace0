// The recorded settings that the rows of a domain were made from: the names of .env.example with their values. They
// contain no secret.
import type { Sqlite } from './database.ts'

/** Settings by name, as text. */
export type DomainSettings = Readonly<Record<string, string>>

/** The recorded settings; undefined if none are recorded. Throws "no such table" for a database of an older version. */
export function readDomainSettings(sql: Sqlite): DomainSettings | undefined {
  const text = sql.prepare<[], string>('SELECT settings FROM domain_record WHERE id = 1').pluck().get()
  return text === undefined ? undefined : (JSON.parse(text) as DomainSettings)
}
