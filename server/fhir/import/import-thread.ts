// An import whose files are read, checked and prepared in a separate thread, so that this one is free to write and to
// answer.
import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { endingThread, isOfThread } from '#lib/threads/thread-end.ts'
import type { Preparation, PreparedBatch } from './import.ts'
import type { NamedFile } from './import-files.ts'

export interface ImportWork {
  /** The file without a path comes from `input`. */
  readonly files: readonly NamedFile[]
  readonly preparation: Preparation
}

/** The thread's message; undefined at the end. */
export type ImportMessage = { readonly batch: PreparedBatch; readonly bytesRead: number } | undefined

export interface ImportThread {
  /** The program of the thread (import-worker.ts), bundled. */
  readonly script: URL
  readonly work: ImportWork
  readonly input?: Readable | undefined
  /** Called with the bytes read so far. */
  readonly reached?: (bytesRead: number) => void
  readonly signal: AbortSignal
}

/** The batches that the thread prepares, until there are no more or the signal aborts. Throws the thread's errors. */
export async function* batchesOfThread({
  script,
  work,
  input,
  reached,
  signal,
}: ImportThread): AsyncGenerator<PreparedBatch> {
  const worker = new Worker(script, { workerData: work, stdin: input !== undefined })
  const { end } = endingThread(worker)
  if (worker.stdin) input?.pipe(worker.stdin)
  try {
    for await (const [message] of on(worker, 'message', { signal }) as AsyncIterable<[ImportMessage]>) {
      if (isOfThread(message)) continue
      if (!message) return
      reached?.(message.bytesRead)
      yield message.batch
      worker.postMessage('taken')
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    input?.destroy()
    await end()
  }
}
