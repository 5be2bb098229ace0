// A database that was restored from a dump, into another cluster than it came from. Transactions have numbers of their own in each
// cluster: those of the dump would make versions invisible to the pages of searches until the new cluster has come that far.
import type pg from 'pg'

const IS_THERE = `SELECT to_regclass('resource_version') IS NOT NULL AS known`

/** The newest versions, of which one is enough to tell. */
const IS_OF_ANOTHER_CLUSTER = `SELECT 1 FROM (SELECT created FROM resource_version ORDER BY seq DESC LIMIT 1000) newest
  WHERE newest.created >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 1`

/** Everything is of the oldest transaction there is (3 is the first of a cluster), and no list has a page that would show the past. */
const MADE_OLD = [
  'ALTER TABLE resource_version DISABLE TRIGGER USER',
  `UPDATE resource_version SET created = '3', superseded = CASE WHEN superseded IS NOT NULL THEN '3'::xid8 END`,
  'ALTER TABLE resource_version ENABLE TRIGGER USER',
  'DELETE FROM search_snapshot',
  `UPDATE search_horizon SET superseded = '0'`,
]

/** Makes a database that came from another cluster one of this cluster. Takes a look, where it did not. */
export async function settleIn(client: pg.Client): Promise<void> {
  if (!(await client.query(IS_THERE)).rows[0]?.known) return
  if ((await client.query(IS_OF_ANOTHER_CLUSTER)).rowCount === 0) return
  await client.query(['BEGIN', 'LOCK TABLE resource_version', ...MADE_OLD, 'COMMIT'].join('; '))
}
