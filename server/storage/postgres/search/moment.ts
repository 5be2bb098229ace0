// How PostgreSQL names a state of the database. Numbers of writes cannot: one may be drawn early and become visible late.

/**
 * A snapshot as text (`pg_snapshot`). What a transaction wrote is in it if the snapshot could see that transaction, whatever the
 * order of commits (docs/explanation/postgres-search.md).
 */
export type Moment = string
