// A thread with its own database connection, for long statements, so that the main thread can answer requests
// meanwhile.
import { parentPort, workerData } from 'node:worker_threads'
import { endWhenTold } from '#lib/threads/thread-end.ts'
import { keepCheckpointing } from '../durability/checkpoints.ts'
import type { ThreadData } from './messages.ts'

if (!parentPort) throw new Error('This is a thread of the server; it does not run by itself.')
const { file, task, stopped } = workerData as ThreadData
if (task === 'checkpoints') endWhenTold(parentPort, keepCheckpointing(file))
else {
  const { answerSearches } = await import('./search-thread.ts') // The thread of checkpoints needs none of it.
  answerSearches(parentPort, file, new Int32Array(stopped))
}
