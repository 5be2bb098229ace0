// The ports for operating the service: the database and the machine.

/** Sizes of the database. */
export interface DatabaseFigures {
  readonly fileBytes: number
  /** Of an engine that keeps them in a file of its own. */
  readonly file?: { readonly walBytes: number; readonly pages: number; readonly freePages: number }
  /** Row counts by kind: snapshots, traces, audit events, and so on. */
  readonly rows: Readonly<Record<string, number>>
}

/** A problem as a sentence for the operator, without paths; undefined when there is none. */
export type Verdict = string | undefined

/** The database, as readiness and metrics see it. */
export interface OperatedDatabase {
  /** Checks that what was opened is still there and is writable. */
  readonly writable: () => Promise<Verdict>
  /** Checks that the database has this version's migrations. */
  readonly migrated: () => Promise<Verdict>
  readonly figures: () => Promise<DatabaseFigures>
}

export interface KeyFigures {
  readonly kid: string
  readonly owner: string
  readonly status: string
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** The signing keys, as readiness and metrics see them. */
export interface OperatedKeys {
  /** Published keys. */
  readonly list: () => Promise<readonly KeyFigures[]>
  /** Checks that the private half of every signing key exists. */
  readonly present: () => Promise<Verdict>
}
