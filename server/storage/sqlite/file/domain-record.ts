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

/** Records settings. Writes nothing if they are unchanged. */
export function writeDomainSettings(sql: Sqlite, settings: DomainSettings): void {
  sql
    .prepare(
      `INSERT INTO domain_record (id, settings) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET settings = excluded.settings WHERE settings <> excluded.settings`,
    )
    .run(JSON.stringify(settings))
}
