// A thread with its own database connection, for long statements, so that the main thread can answer requests
// meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { keepCheckpointing } from '../durability/checkpoints.ts'
import { connectReader } from '../file/reader.ts'
import { searchWork, type Work } from './search-work.ts'

/** The start data of a thread. */
export interface ThreadData {
  /** The path of the database file. */
  readonly file: string
  readonly task: 'search' | 'checkpoints'
}

export type ThreadAnswer = { readonly id: number } & (
  | { readonly done: unknown }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } }
)

const port = parentPort
if (!port) throw new Error('This is a thread of the server; it does not run by itself.')

const { file, task } = workerData as ThreadData
if (task === 'checkpoints') keepCheckpointing(file)
else answerSearches(port)

function answerSearches(asking: NonNullable<typeof parentPort>): void {
  const work = searchWork(connectReader(file))
  asking.on('message', ({ id, asked }: { readonly id: number; readonly asked: Work }) => {
    asking.postMessage(answer(work, id, asked))
  })
}

function answer(work: (asked: Work) => unknown, id: number, asked: Work): ThreadAnswer {
  try {
    return { id, done: work(asked) }
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string }
    return { id, failed: { message, code } }
  }
}
