// Measurements published on Node's diagnostics channels (node:diagnostics_channel). Publishing costs nothing without a subscriber,
// and no part needs a counter passed in. The channels are shared by all bundles in the process.
import { channel } from 'node:diagnostics_channel'

/** A named check has refused a request. */
export interface RefusedCheck {
  readonly name: string
}

/** A flush of the database's log to the disk is over. */
export interface DiskFlush {
  readonly seconds: number
  readonly failed: boolean
}

/** The database could not answer: busy, locked, full or out of reach. */
export interface DatabaseUnavailable {
  /** The engine's error code. */
  readonly code: string
}

/** A statement was answered by a database on another machine, or failed. */
export interface StatementAnswered {
  /** Its verb and the table that it is about, such as `INSERT used_jti`: never a value. */
  readonly statement: string
  readonly seconds: number
}

/** A bulkhead after a call entered or left it. */
export interface BulkheadState {
  readonly gate: string
  /** Running and queued calls. */
  readonly running: number
  readonly waiting: number
  /** True when a call was just refused. */
  readonly refused: boolean
}

/** The channel of RefusedCheck. */
export const refusedChecks = channel('slipway:check.refused')
/** The channel of DiskFlush. */
export const diskFlushes = channel('slipway:database.flushed')
/** The channel of DatabaseUnavailable. */
export const databaseUnavailable = channel('slipway:database.unavailable')
/** The channel of StatementAnswered. */
export const statementsAnswered = channel('slipway:database.answered')
/** The channel of BulkheadState. */
export const bulkheadStates = channel('slipway:gate')

/** Publishes that a check refused. */
export const tellRefused = (name: string): void => refusedChecks.publish({ name } satisfies RefusedCheck)
/** Publishes a finished flush. */
export const tellFlushed = (flush: DiskFlush): void => diskFlushes.publish(flush)
/** Publishes that the database was unavailable, by SQLite's code. */
export const tellUnavailable = (code: string): void =>
  databaseUnavailable.publish({ code } satisfies DatabaseUnavailable)
/** Publishes an answered statement. */
export const tellAnswered = (answered: StatementAnswered): void => statementsAnswered.publish(answered)
/** Publishes the state of a bulkhead after a call entered or left it. */
export const tellBulkhead = (state: BulkheadState): void => bulkheadStates.publish(state)
