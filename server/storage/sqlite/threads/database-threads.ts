// The database threads. Brief searches have one of their own, so that no page waits for a long list; wide ones share two
// others, where clients take turns. A fourth thread runs checkpoints.
import { Worker } from 'node:worker_threads'
import { SearchRefused } from '#lib/search-refused.ts'
import { endingThread } from '#lib/threads/thread-end.ts'
import type { Asking } from '#server/fhir/store.ts'
import { turns } from '../../fair-queue.ts'
import { SEARCH_TIMEOUT_MS } from '../../search-timeout.ts'
import type { Found } from '../search/first-matches.ts'
import type { List } from '../search/result-lists.ts'
import { ALL, type ThreadAnswer, type ThreadData, type ThreadJob } from './messages.ts'
import { BY_ITSELF, type SearchWorkers, type Work } from './search-work.ts'

interface Threads extends SearchWorkers {
  /** The number of running and queued searches. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

interface ThreadsOptions {
  /** The longest that a search may run, in milliseconds. */
  readonly searchTimeout?: number
}

/**
 * Starts the search threads on first use. `script` is database-thread.ts as a program, `file` the path of the database.
 */
export function databaseThreads(
  script: URL,
  file: string,
  { searchTimeout = SEARCH_TIMEOUT_MS }: ThreadsOptions = {},
): Threads {
  const [pages, ...wide] = [thread(script, file), thread(script, file), thread(script, file)]
  const lanes = { brief: turns([pages]), wide: turns(wide) }
  const checkpoints = checkpointThread(script, file)
  const ask = (work: Work, lane: keyof typeof lanes = 'wide', asking: Asking = BY_ITSELF) =>
    lanes[lane].take(asking, ({ ask: run }) =>
      run(work, { ...asking, budgetMs: Math.min(searchTimeout, asking.budgetMs ?? searchTimeout) }),
    )
  return {
    first: (asked, lane, asking) => ask({ kind: 'first', ...asked }, lane, asking) as Promise<Found | List>,
    list: (asked, lane, asking) => ask({ kind: 'list', ...asked }, lane, asking) as Promise<List>,
    history: (asked, lane, asking) => ask({ kind: 'history', ...asked }, lane, asking) as Promise<List>,
    waiting: () => lanes.brief.size() + lanes.wide.size(),
    close: async () => {
      for (const lane of [lanes.brief, lanes.wide]) lane.close()
      await Promise.all([pages, ...wide, checkpoints].map((one) => one?.close()))
    },
  }
}

/** Moves commits from the write-ahead log to the database. */
function checkpointThread(script: URL, file: string): { readonly close: () => Promise<void> } {
  const { worker } = started(script, { file, task: 'checkpoints' })
  worker.on('error', () => undefined) // SQLite then checkpoints within a commit, as it does without a thread.
  return { close: endingThread(worker).end }
}

function started(script: URL, data: Omit<ThreadData, 'stopped'>) {
  const stopped = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const worker = new Worker(script, { workerData: { ...data, stopped } satisfies ThreadData })
  worker.unref()
  return { worker, stop: (id: number) => void Atomics.store(new Int32Array(stopped), 0, id) }
}

interface Running {
  readonly answered: (answer: ThreadAnswer) => void
  readonly failed: (error: Error) => void
}

const ENDED = 'The thread that searches has ended.'

/** A thread that runs one job at a time. */
function thread(script: URL, file: string) {
  let current: Running | undefined
  let jobs = 0
  let begun: ReturnType<typeof begin> | undefined

  const begin = () => {
    const { worker, stop } = started(script, { file, task: 'search' })
    const { end } = endingThread(worker)
    // A thread that dies loses its job; the next search starts a new thread.
    const over = (error: Error) => {
      begun = undefined
      current?.failed(error)
    }
    worker.on('message', (answer: ThreadAnswer | string) => typeof answer !== 'string' && current?.answered(answer))
    worker.once('error', over)
    worker.once('exit', () => over(new Error(ENDED)))
    return { worker, stop, end }
  }

  const ask = (work: Work, { signal, budgetMs = SEARCH_TIMEOUT_MS, spent }: Asking): Promise<unknown> =>
    new Promise((resolve, reject) => {
      begun ??= begin()
      const { worker, stop } = begun
      jobs += 1
      const id = jobs
      const cancel = () => stop(id)
      const end = () => {
        current = undefined
        signal?.removeEventListener('abort', cancel)
      }
      current = {
        answered: (answer) => {
          end()
          spent?.(answer.spent)
          if ('done' in answer) resolve(answer.done)
          else if ('refused' in answer) reject(new SearchRefused(answer.refused))
          else reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
        },
        failed: (error) => {
          end()
          reject(error)
        },
      }
      signal?.addEventListener('abort', cancel, { once: true })
      if (signal?.aborted) cancel()
      worker.postMessage({ id, work, ms: budgetMs } satisfies ThreadJob)
    })

  return {
    ask,
    close: async () => {
      current?.failed(new Error(ENDED))
      begun?.stop(ALL)
      await begun?.end()
    },
  }
}
