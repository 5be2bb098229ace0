// Group commit of small transactions: those that wait at the same moment share one commit, each undone for itself where it fails. A
// commit writes every page that was touched, and most of what small writes touch is the same few pages.
import { performance } from 'node:perf_hooks'
import type { Sqlite } from '../file/database.ts'
import { whenFree } from './when-free.ts'

/** Work of one commit, in milliseconds: other requests are answered in between. */
const MOST_BUSY_MS = 10
/** Where the process has no time left, a commit waits for others to share it: until so long after the last one, in milliseconds. */
const APART_MS = 20
/** So many wait for no others. */
const ENOUGH = 16
/** The share of its time that a process with no time left is busy. */
const BUSY = 0.9
/** Commits that do not wait, after one that waited for nobody: one who writes again once he has his answer would wait each time. */
const NOT_AGAIN = 16

interface Waiting {
  /** May run again, when what it did was undone. */
  readonly run: () => void
  readonly failed: (error: unknown) => void
  readonly committed: () => void
}

/**
 * Returns a function that runs `work` within a transaction which waits for other writers, and resolves with what it gives once that
 * is committed. Works run one after the other, in the order in which they came. Rejects with what `work` throws, all that it did
 * undone; and with the error of SQLite where the common commit fails, or others write for longer than the busy timeout. `isBusy` tells
 * whether the process had no time left since it was asked last.
 */
export function groupedTransactions(sql: Sqlite, isBusy = busyness()): <T>(work: () => T) => Promise<T> {
  const waiting: Waiting[] = []
  /** Done, and not committed yet. */
  const done: Waiting[] = []
  let isDue = false
  /** For the next commit, while it waits for others. */
  let timer: NodeJS.Timeout | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  /** Commits that are to be made without waiting. */
  let atOnce = 0
  const group = commonCommit(sql, waiting, done)

  const commit = async (): Promise<void> => {
    if (timer && waiting.length === 1) atOnce = NOT_AGAIN
    timer = undefined
    try {
      await whenFree(sql, group)
      for (const { committed } of done.splice(0)) committed()
    } catch (error) {
      for (const { failed } of [...done.splice(0), ...waiting.splice(0)]) failed(error)
    }
    endedAt = performance.now()
    isDue = waiting.length > 0
    if (isDue) setImmediate(commit)
  }

  const begin = (): void => {
    const apart = endedAt + APART_MS - performance.now()
    if (isBusy() && apart > 0 && atOnce === 0) timer = setTimeout(commit, apart)
    else {
      atOnce = Math.max(0, atOnce - 1)
      setImmediate(commit)
    }
  }

  const waitNoLonger = (): void => {
    clearTimeout(timer)
    timer = undefined
    setImmediate(commit)
  }

  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      let result: { readonly value: T } | undefined
      waiting.push({
        run: () => {
          result = { value: work() }
        },
        failed: reject,
        committed: () => result && resolve(result.value),
      })
      if (!isDue) begin()
      else if (timer && waiting.length >= ENOUGH) waitNoLonger()
      isDue = true
    })
}

/** Runs those that wait within one transaction, and moves them to `done`; tells those that fail. */
function commonCommit(sql: Sqlite, waiting: Waiting[], done: Waiting[]): () => void {
  const runsOf = (attempt: (next: Waiting) => void) =>
    sql.transaction(() => {
      waiting.unshift(...done.splice(0)) // Of an attempt that was undone.
      const end = performance.now() + MOST_BUSY_MS
      for (let next = waiting.shift(); next; next = performance.now() < end ? waiting.shift() : undefined) attempt(next)
    })

  /** All or none of them. */
  const inOne = runsOf((next) => {
    done.push(next)
    next.run()
  })

  const inSavepoint = sql.transaction((run: () => void) => run())

  /** Each for itself: a savepoint copies every page that is written after it, and few fail. */
  const apart = runsOf((next) => {
    try {
      inSavepoint(next.run)
      done.push(next)
    } catch (error) {
      next.failed(error)
      // An error that undoes the whole transaction, such as a full disk, is one of all that share it.
      if (!sql.inTransaction) throw error
    }
  })

  // Immediate: what was looked at before the first write is as it was until the commit.
  return () => {
    try {
      inOne.immediate()
    } catch {
      apart.immediate()
    }
  }
}

/** Says whether this process was busy all the time since the last question. */
function busyness(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > BUSY
  }
}
