// A thread that searches, on a connection of its own that only reads: the server's thread answers others meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { connectReader } from './reader.ts'
import { searchWork, type Work } from './search-work.ts'

export type ThreadAnswer = { readonly id: number } & (
  | { readonly done: unknown }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } }
)

const port = parentPort
if (!port) throw new Error('This is a thread of the server; it does not run by itself.')

const { file } = workerData as { readonly file: string }
const work = searchWork(connectReader(file))

port.on('message', ({ id, asked }: { readonly id: number; readonly asked: Work }) => {
  port.postMessage(answer(id, asked))
})

function answer(id: number, asked: Work): ThreadAnswer {
  try {
    return { id, done: work(asked) }
  } catch (error) {
    const { message, code } = error as Error & { readonly code?: string }
    return { id, failed: { message, code } }
  }
}
