// A table that takes no rows, or whose rows cannot change.

import type { Database } from '../storage/sqlite/file/database.ts'
import { IS_POSTGRES } from '../storage/testing/engine.ts'
import type { Looking } from './looking.ts'

/** Refuses inserts, those that `when` is true of in SQL or all of them, until the returned function is called. */
export async function refusing(
  { rows }: Looking,
  table: string,
  reason: string,
  when = '1 = 1',
): Promise<() => Promise<unknown>> {
  const sqlite = `CREATE TRIGGER refusing BEFORE INSERT ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, '${reason}'); END`
  const postgres = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${reason}'; END $$;
    CREATE TRIGGER refusing BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse()`
  await rows(IS_POSTGRES ? postgres : sqlite)
  return () => rows(IS_POSTGRES ? `DROP TRIGGER refusing ON ${table}` : 'DROP TRIGGER refusing')
}

interface Opened {
  readonly sql: Looking
  /** The file; none on PostgreSQL. */
  readonly database: Database
}

/** No row of a table can change any more, as on a disk that is full. */
export async function fillDisk({ sql: { rows }, database }: Opened, table: string): Promise<void> {
  if (IS_POSTGRES) {
    await rows(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE TRIGGER full_disk BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION fill()`)
    return
  }
  database.sql.function('disk_is_full', () => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  await rows(`CREATE TEMP TRIGGER full_disk BEFORE UPDATE ON ${table} BEGIN SELECT disk_is_full(); END`)
}
