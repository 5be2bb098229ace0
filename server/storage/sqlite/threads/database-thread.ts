// A thread with its own database connection, for long statements, so that the main thread can answer requests
// meanwhile.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { SearchRefused } from '#lib/search-refused.ts'
import { endWhenTold } from '#lib/threads/thread-end.ts'
import { keepCheckpointing } from '../durability/checkpoints.ts'
import { connectReader } from '../file/reader.ts'
import { ALL, type ThreadAnswer, type ThreadData, type ThreadJob } from './messages.ts'
import { searchWork } from './search-work.ts'

if (!parentPort) throw new Error('This is a thread of the server; it does not run by itself.')
start(parentPort)

type Port = NonNullable<typeof parentPort>

/** Milliseconds of a search after which its thread is collected. */
const WIDE_MS = 100

function start(port: Port): void {
  const { file, task, stopped } = workerData as ThreadData
  if (task === 'checkpoints') endWhenTold(port, keepCheckpointing(file))
  else answerSearches(port, file, new Int32Array(stopped))
}

function answerSearches(port: Port, file: string, flag: Int32Array): void {
  const sql = connectReader(file)
  const work = searchWork(sql)
  const isStopped = (id: number) => {
    const stop = Atomics.load(flag, 0)
    return stop === id || stop === ALL
  }
  const collect = collector()
  port.on('message', (job: ThreadJob | string) => {
    if (typeof job === 'string') return
    const answer = answerOf(job, work, () => isStopped(job.id))
    port.postMessage(answer)
    if (answer.spent > WIDE_MS) collect()
  })
  endWhenTold(port, () => sql.close())
}

/**
 * Collects the heap of this thread. What a search gathers lies outside of it, megabytes for some objects: left to itself, a
 * thread keeps that of many searches, as the whole heap gives no reason to collect it.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}

function answerOf(
  { id, work: asked, ms }: ThreadJob,
  work: ReturnType<typeof searchWork>,
  isCancelled: () => boolean,
): ThreadAnswer {
  const begun = performance.now()
  const spent = () => performance.now() - begun
  try {
    return { id, done: work(asked, { ms, isCancelled }), spent: spent() }
  } catch (error) {
    if (error instanceof SearchRefused) return { id, refused: error.reason, spent: spent() }
    const { message, code } = error as Error & { readonly code?: string }
    return { id, failed: { message, code }, spent: spent() }
  }
}
