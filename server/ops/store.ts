// What the operation of the service asks of the database and of its machine.

export interface DatabaseFigures {
  readonly fileBytes: number
  readonly walBytes: number
  readonly pages: number
  readonly freePages: number
  /** Rows by what they are: snapshots, traces, audit events, and the like. */
  readonly rows: Readonly<Record<string, number>>
}

/** What is wrong, as a sentence for whoever operates the service, without paths; undefined when nothing is. */
export type Verdict = string | undefined

export interface OperatedDatabase {
  /** Whether the file that was opened is still there and takes a write. */
  readonly writable: () => Promise<Verdict>
  /** Whether the database is at the migrations of this version. */
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

export interface OperatedKeys {
  /** Published keys. */
  readonly list: () => Promise<readonly KeyFigures[]>
  /** Whether the private half of every key that signs is where it has to be. */
  readonly present: () => Promise<Verdict>
}
