// The recorded settings of a domain, which its rows were made from: the names of .env.example with their values. No secret.
import type { Sqlite } from './database.ts'

export type DomainSettings = Readonly<Record<string, string>>

/** The recorded settings; undefined before the first record. Throws "no such table" on the database of an older version. */
export function readDomainSettings(sql: Sqlite): DomainSettings | undefined {
  const text = sql.prepare<[], string>('SELECT settings FROM domain_record WHERE id = 1').pluck().get()
  return text === undefined ? undefined : (JSON.parse(text) as DomainSettings)
}

/** Remembers settings; writes nothing where they are remembered already. */
export function writeDomainSettings(sql: Sqlite, settings: DomainSettings): void {
  sql
    .prepare(
      `INSERT INTO domain_record (id, settings) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET settings = excluded.settings WHERE settings <> excluded.settings`,
    )
    .run(JSON.stringify(settings))
}
