// All rows of a domain, table by table, as they are moved from one engine to the other.

/** A value as both engines have it: times in epoch milliseconds, truth as 0 or 1. */
export type Value = string | number | null

/** A table with the columns that both engines have, in the order of their values in a row. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its key, which its rows are ordered by. */
  readonly key: readonly string[]
}

/** The rows of a database, read from one and added to the other. */
export interface Rows {
  /** All rows, some at a time, in an order that is the same in both engines. */
  readonly read: (table: Table) => AsyncIterable<readonly (readonly Value[])[]>
  readonly add: (table: Table, rows: readonly (readonly Value[])[]) => Promise<void>
}

/** Rows that are read or written at a time. */
export const SOME_ROWS = 500

/** Which is dropped oldest first, whatever its key: each engine knows in which order they were made. */
export const NEWEST_LAST: ReadonlySet<string> = new Set([
  ...['idp_session', 'app_session', 'idp_interaction', 'pending_launch', 'composed_launch'],
])

/** Moments of one engine, which mean nothing to the other: walks through pages, which begin anew. */
export const NOT_MOVED: ReadonlySet<string> = new Set(['search_snapshot'])

/** How far work between requests has come, which each engine knows in its own way: written for the other, but not compared. */
export const PROGRESS: ReadonlySet<string> = new Set(['audit_index', 'search_horizon', 'subscription_dispatch'])

/** Tables that others refer to. */
export const REFERRED_TO: readonly string[] = ['role', 'account', 'client', 'trace']
