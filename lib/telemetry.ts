// What parts of the service tell whoever counts, by channels of Node (node:diagnostics_channel): telling costs nothing while
// nobody listens, and no part has to be handed a counter. One process, one set of channels, whoever bundled the code.
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
  /** SQLite's name for it, such as SQLITE_BUSY. */
  readonly code: string
}

/** A gate before dear work, as it is after somebody came or went. */
export interface BulkheadState {
  readonly gate: string
  /** Pieces of work under way, and waiting for their turn. */
  readonly running: number
  readonly waiting: number
  /** Whether somebody was just turned away. */
  readonly refused: boolean
}

export const refusedChecks = channel('slipway:check.refused')
export const diskFlushes = channel('slipway:database.flushed')
export const databaseUnavailable = channel('slipway:database.unavailable')
export const bulkheadStates = channel('slipway:gate')

export const tellRefused = (name: string): void => refusedChecks.publish({ name } satisfies RefusedCheck)
export const tellFlushed = (flush: DiskFlush): void => diskFlushes.publish(flush)
export const tellUnavailable = (code: string): void =>
  databaseUnavailable.publish({ code } satisfies DatabaseUnavailable)
export const tellBulkhead = (state: BulkheadState): void => bulkheadStates.publish(state)
