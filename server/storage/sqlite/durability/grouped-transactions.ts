// Group commit of small transactions: those waiting at the same moment share one commit, and each that fails is undone
// on its own. A commit writes every touched page, and small writes mostly touch the same few pages.
import { performance } from 'node:perf_hooks'
import type { Sqlite } from '../file/database.ts'
import { whenFree } from './busy-retry.ts'
import { type CommitEnd, commitEnd } from './commit-end.ts'

/** The longest work within one commit, in milliseconds, so that other requests are answered in between. */
const MOST_BUSY_MS = 10
/** In a busy process, commits are at least this many milliseconds apart, so that transactions can share them. */
const APART_MS = 20
/** This many waiting transactions are committed without further delay. */
const ENOUGH = 16
/** A process that is busy for more than this share of its time counts as busy. */
const BUSY = 0.9
/**
 * The number of commits without delay after a delayed one that nobody shared. Otherwise a client that sends each write
 * after the answer to the one before would wait every time.
 */
const NOT_AGAIN = 16

interface Waiting {
  /** May run again after its effects were undone. */
  readonly run: () => void
  readonly failed: (error: unknown) => void
  readonly committed: () => void
}

/**
 * Returns a function that runs `work` within a transaction, after waiting for other writers, and resolves with its
 * result once that is committed. Works run one after the other, in order of arrival. Rejects with what `work` throws,
 * after undoing its effects, and with SQLite's error if the shared commit fails or others hold the lock longer than the
 * busy timeout. Works may leave something to `end`. `isBusy` returns whether the process has been busy since the last
 * call.
 */
export function groupedTransactions(
  sql: Sqlite,
  { end = commitEnd(), isBusy = busyness() }: { readonly end?: CommitEnd; readonly isBusy?: () => boolean } = {},
): <T>(work: () => T) => Promise<T> {
  const waiting: Waiting[] = []
  /** Has run, but is not committed yet. */
  const done: Waiting[] = []
  let isDue = false
  /** Starts the next commit, while that waits to be shared. */
  let timer: NodeJS.Timeout | undefined
  let endedAt = Number.NEGATIVE_INFINITY
  /** The number of commits left to make without delay. */
  let atOnce = 0
  const group = commonCommit(sql, { waiting, done, end })

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

/** Runs the waiting transactions within one commit and moves them to `done`. Those that fail receive their error. */
function commonCommit(
  sql: Sqlite,
  { waiting, done, end }: { readonly waiting: Waiting[]; readonly done: Waiting[]; readonly end: CommitEnd },
): () => void {
  const runAll = (attempt: (next: Waiting) => void) => {
    waiting.unshift(...done.splice(0)) // These ran in an attempt that was undone.
    const until = performance.now() + MOST_BUSY_MS
    for (let next = waiting.shift(); next; next = performance.now() < until ? waiting.shift() : undefined) attempt(next)
  }

  /** Runs all of them or none. */
  const inOne = sql.transaction(() =>
    end.after(() =>
      runAll((next) => {
        done.push(next)
        next.run()
      }),
    ),
  )

  /** Does what was left at the end of each, because it may have to be undone with it. */
  const inSavepoint = sql.transaction((run: () => void) => end.after(run))

  /**
   * Runs each on its own. This is only the fallback: a savepoint copies every page written after it, and few
   * transactions fail.
   */
  const apart = sql.transaction(() =>
    runAll((next) => {
      try {
        inSavepoint(next.run)
        done.push(next)
      } catch (error) {
        next.failed(error)
        // An error that undoes the whole transaction, such as a full disk, affects all that share it.
        if (!sql.inTransaction) throw error
      }
    }),
  )

  // Immediate: what is read before the first write stays valid until the commit.
  return () => {
    try {
      inOne.immediate()
    } catch {
      apart.immediate()
    }
  }
}

/** Returns whether this process was busy for all of the time since the last call. */
function busyness(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > BUSY
  }
}
