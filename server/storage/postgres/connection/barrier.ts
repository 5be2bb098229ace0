// What is told to anybody is on the disk before, and in the same history of the database as what was told before it.
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { tellFlushed } from '#lib/telemetry.ts'
import { type History, settle } from '../opening/place.ts'
import { shared } from './gather.ts'
import type { Line } from './line.ts'
import type { Transactions } from './transactions.ts'

/**
 * The log of PostgreSQL is one line: a commit that waits for the disk brings all before it there, and to a synchronous standby. A
 * standby itself has no log of its own, and gives no row.
 */
const BARRIER = `SELECT (pg_logical_emit_message(true, 'slipway', '') - '0/0')::float8 AS at,
    current_setting('synchronous_standby_names') <> '' AS "isSynchronous",
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline WHERE NOT pg_is_in_recovery()`

/** The place of a barrier in the log, and whether a standby has it, too. */
interface Passed {
  readonly at: number
  readonly isSynchronous: boolean
  readonly timeline: string
}

export interface Barrier {
  /** Resolves when all that any process has committed before the call is as durable as the database promises. */
  readonly durable: () => Promise<void>
  /** When the database was put back to an earlier moment, as far as is known; in epoch milliseconds. */
  readonly restoredAt: () => number | undefined
  /** Calls `tell` each time that this process has noticed it; now, where it was at the opening. */
  readonly whenRestored: (tell: () => void) => void
  /** Withdraws what may have been used, whatever the database says of itself. */
  readonly assumeRestored: () => Promise<void>
}

/**
 * On a line of its own. A standby that was promoted has a new timeline: where it was a synchronous one, and goes on from where the last
 * barrier was, nothing is lost. Otherwise it does not know what was used, and that is withdrawn before anybody is told anything.
 */
export function barrier(flushing: Line, { transaction }: Pick<Transactions, 'transaction'>, opened: History): Barrier {
  let [history, last]: [History, Passed | undefined] = [opened, undefined]
  let tell: (() => void) | undefined

  const renew = async (isLost: boolean): Promise<void> => {
    const { restoredAt } = history
    history = await transaction((run) => settle(run, { isLost, restoredAt }))
    if (history.isWithdrawn) tell?.()
  }

  const pass = async (): Promise<void> => {
    const [passed] = await flushing.run<Passed>(BARRIER)
    if (!passed) throw new StorageUnavailable('The database is a standby: it takes no writes.')
    const isBehind = last !== undefined && passed.at < last.at
    if (isBehind || passed.timeline !== (history.timeline ?? passed.timeline)) {
      await renew(isBehind || !last?.isSynchronous)
      last = passed
      throw new StorageUnavailable('The database has another history than before: what waited for it begins anew.')
    }
    last = passed
    if (history.timeline === undefined) history = { ...history, timeline: passed.timeline }
  }

  return {
    durable: shared(async () => {
      const startedAt = performance.now()
      let failed = true
      try {
        await pass()
        failed = false
      } finally {
        tellFlushed({ seconds: (performance.now() - startedAt) / 1000, failed })
      }
    }),
    restoredAt: () => history.restoredAt,
    whenRestored: (told) => {
      if (tell === undefined && history.isWithdrawn) told()
      tell = told
    },
    assumeRestored: () => renew(true),
  }
}
