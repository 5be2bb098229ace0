// The threads that search: one for first pages, one for whole lists, so that no page waits for a long list.
import { Worker } from 'node:worker_threads'
import { Unavailable } from '#lib/unavailable.ts'
import type { Found } from './search-index.ts'
import type { List } from './search-lists.ts'
import type { ThreadAnswer } from './search-thread.ts'
import type { SearchWorkers, Work } from './search-work.ts'

interface Threads extends SearchWorkers {
  /** How many searches are under way or wait. */
  readonly waiting: () => number
  readonly close: () => Promise<void>
}

/** Starts each thread when it is first needed. `script` is search-thread.ts as a program, `file` the database. */
export function searchThreads(script: URL, file: string): Threads {
  const pages = thread(script, file)
  const lists = thread(script, file)
  return {
    first: (asked) => pages.ask({ kind: 'first', ...asked }) as Promise<Found | List>,
    list: (asked) => lists.ask({ kind: 'list', ...asked }) as Promise<List>,
    waiting: () => pages.waiting() + lists.waiting(),
    close: async () => {
      await Promise.all([pages.close(), lists.close()])
    },
  }
}

interface Waiting {
  readonly resolve: (done: unknown) => void
  readonly reject: (error: Error) => void
}

/** Searches that wait for one thread. More would be answered when nobody waits for them any more. */
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
    const started = new Worker(script, { workerData: { file } })
    started.on('message', (answer: ThreadAnswer) => {
      const one = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('done' in answer) one?.resolve(answer.done)
      else one?.reject(Object.assign(new Error(answer.failed.message), { code: answer.failed.code }))
    })
    // A thread that dies takes what it was asked with it; the next question starts another one.
    started.once('error', failAll)
    started.once('exit', () => failAll(new Error('The thread that searches has ended.')))
    started.unref()
    return started
  }

  return {
    ask: (work: Work): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MOST_WAITING) throw new Unavailable('Too many searches wait for their turn.')
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
