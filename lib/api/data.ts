// The JSON of /admin/api/data: files that are imported, the demo put back, and sample data.

/** The largest file that the console takes, in bytes, and the most resources of one; the command line takes more. */
export const MOST_IMPORT_BYTES = 32 * 1024 * 1024
export const MOST_IMPORT_RESOURCES = 100_000
/** Refused resources that a report lists. */
export const MOST_IMPORT_ERRORS = 100

export interface ImportProblem {
  /** Counted from 1. */
  readonly line: number
  /** The element at fault, within a Bundle behind the path of its entry. */
  readonly path?: string
  readonly reason: string
}

/** What an import did, or would do; while it is under way, what it did so far. */
export interface ImportReport {
  /** All resources read, and what could not be read as one: the sum of the counts below. */
  readonly read: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** By type: resources of types that are not served. */
  readonly skipped: Readonly<Record<string, number>>
  readonly failed: number
  /** The first of the refused ones. */
  readonly errors: readonly ImportProblem[]
  /** True where it ended before the end of the file. */
  readonly stopped: boolean
}

/**
 * POST /admin/api/data/import?name=…&check=…: the answer is a stream of events. `progress` has an ImportReport so far, `report` the whole
 * one, `failed` an ImportFailure; after the latter two it ends.
 */
export type ImportEventName = 'progress' | 'report' | 'failed'

export interface ImportFailure {
  readonly error: string
  readonly error_description: string
}

/** How far the records of the demo are from what they were at first. */
export interface DemoDifference {
  /** Records that the demo began with. */
  readonly records: number
  readonly changed: number
  readonly deleted: number
}

/** Invented people, with their tasks. */
export interface SampleCount {
  readonly people: number
  readonly tasks: number
  /** Of those records, how many are here, in whatever version. */
  readonly here: number
}

/** GET /admin/api/data */
export interface AdminData {
  /** Null where the domain is no demo. */
  readonly demo: DemoDifference | null
  readonly samples: SampleCount | null
}

/** The answer to POST /admin/api/data/demo: what was written. */
export interface DemoPutBack {
  readonly changed: number
  readonly deleted: number
}
