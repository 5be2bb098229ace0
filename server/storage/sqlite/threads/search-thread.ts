// The work of a thread that searches, one job after another.
import type { MessagePort } from 'node:worker_threads'
import { SearchRefused } from '#lib/search-refused.ts'
import { collector } from '#lib/threads/collector.ts'
import { endWhenTold } from '#lib/threads/thread-end.ts'
import { connectReader } from '../file/reader.ts'
import { ALL, type ThreadAnswer, type ThreadJob } from './messages.ts'
import { searchWork } from './search-work.ts'

/** Milliseconds of a search after which its thread is collected. */
const WIDE_MS = 100

/** Answers searches over a connection of its own until `flag` has the number of the one at hand, or ALL. */
export function answerSearches(port: MessagePort, file: string, flag: Int32Array): void {
  const sql = connectReader(file)
  const work = searchWork(sql)
  const isStopped = (id: number) => {
    const stop = Atomics.load(flag, 0)
    return stop === id || stop === ALL
  }
  // What a search gathers lies outside of the heap, megabytes for some objects, and gives V8 no reason to collect it.
  const collect = collector()
  port.on('message', (job: ThreadJob | string) => {
    if (typeof job === 'string') return
    const answer = answerOf(job, work, () => isStopped(job.id))
    port.postMessage(answer)
    if (answer.spent > WIDE_MS) collect()
  })
  endWhenTold(port, () => sql.close())
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
