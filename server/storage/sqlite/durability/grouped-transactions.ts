// Group commit of small transactions: those waiting at the same moment share one commit, and each that fails is undone
// on its own. A commit writes every touched page, and small writes mostly touch the same few pages.
import { performance } from 'node:perf_hooks'
import type { Sqlite } from '../file/database.ts'
import { whenFree } from './busy-retry.ts'
import { type CommitEnd, commitEnd } from './commit-end.ts'

/** The longest work within one commit, in milliseconds, so that other requests are answered in between. */
const MOST_BUSY_MS = 10

interface Waiting {
  /** May run again after its effects were undone. */
  readonly run: () => void
  readonly failed: (error: unknown) => void
  readonly committed: () => void
}

interface Grouping {
  readonly end?: CommitEnd
  /** Resolves when the flush to disk that is under way has ended. */
  readonly flushed?: (() => Promise<void>) | undefined
}

/**
 * Returns a function that runs `work` within a transaction, after waiting for other writers, and resolves with its
 * result once that is committed. Works run one after the other, in order of arrival. Rejects with what `work` throws,
 * after undoing its effects, and with SQLite's error if the shared commit fails or others hold the lock longer than the
 * busy timeout. Works may leave something to `end`.
 */
export function groupedTransactions(
  sql: Sqlite,
  { end = commitEnd(), flushed = async () => undefined }: Grouping = {},
): <T>(work: () => T) => Promise<T> {
  const waiting: Waiting[] = []
  /** Has run, but is not committed yet. */
  const done: Waiting[] = []
  let isDue = false
  const group = commonCommit(sql, { waiting, done, end })

  const commit = async (): Promise<void> => {
    try {
      await whenFree(sql, group)
      for (const { committed } of done.splice(0)) committed()
    } catch (error) {
      for (const { failed } of [...done.splice(0), ...waiting.splice(0)]) failed(error)
    }
    isDue = waiting.length > 0
    if (isDue) await begin()
  }

  /** A commit during a flush would wait for the next one. So those who come during one share a commit after it. */
  const begin = async (): Promise<void> => {
    await flushed() // One alone: others, such as those of tokens, may follow it without an end.
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
      if (!isDue) void begin()
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
