// The database threads: one searches for first pages and one builds whole lists and histories, so that no page waits
// for a long list. A third runs checkpoints.
import { Worker } from 'node:worker_threads'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Found } from '../search/index.ts'
import type { List } from '../search/lists.ts'
import type { ThreadAnswer, ThreadData } from './database-thread.ts'
import type { SearchWorkers, Work } from './search-work.ts'

interface Threads extends SearchWorkers {
  /** The number of running and queued searches. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

/**
 * Starts the search threads on first use. `script` is database-thread.ts as a program, `file` the path of the database.
 */
export function databaseThreads(script: URL, file: string): Threads {
  const pages = thread(script, file)
  const lists = thread(script, file)
  const checkpoints = checkpointThread(script, file)
  return {
    first: (asked) => pages.ask({ kind: 'first', ...asked }) as Promise<Found | List>,
    list: (asked) => lists.ask({ kind: 'list', ...asked }) as Promise<List>,
    history: (asked) => lists.ask({ kind: 'history', ...asked }) as Promise<List>,
    waiting: () => pages.waiting() + lists.waiting(),
    close: async () => {
      await Promise.all([pages.close(), lists.close(), checkpoints.terminate()])
    },
  }
}

/** Moves commits from the write-ahead log to the database. */
function checkpointThread(script: URL, file: string): Worker {
  const worker = new Worker(script, { workerData: { file, task: 'checkpoints' } satisfies ThreadData })
  worker.on('error', () => undefined) // SQLite then checkpoints within a commit, as it does without a thread.
  worker.unref()
  return worker
}

interface Waiting {
  readonly resolve: (done: unknown) => void
  readonly reject: (error: Error) => void
}

/** The longest queue of one thread. The answer to a longer one would come after its clients have given up. */
const MOST_WAITING = 64

function thread(script: URL, file: string) {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0

  const failAll = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(script, { workerData: { file, task: 'search' } satisfies ThreadData })
    started.on('message', (answer: ThreadAnswer) => {
      const one = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('done' in answer) one?.resolve(answer.done)
      else one?.reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
    })
    // A thread that dies loses its queue; the next search starts a new thread.
    started.once('error', failAll)
    started.once('exit', () => failAll(new Error('The thread that searches has ended.')))
    started.unref()
    return started
  }

  return {
    ask: (work: Work): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MOST_WAITING) throw new StorageUnavailable('Too many searches wait for their turn.')
        worker ??= start()
        asked += 1
        waiting.set(asked, { resolve, reject })
        worker.postMessage({ id: asked, asked: work })
      }),
    waiting: () => waiting.size,
    close: async () => {
      await worker?.terminate()
    },
  }
}
