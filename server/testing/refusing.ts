// A table that takes no rows, as of a database that has no room for them.
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
