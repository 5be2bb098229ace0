// The thread of `import` that reads, checks and prepares, while the main thread writes.
import { parentPort, workerData } from 'node:worker_threads'
import { type Preparation, type PreparedBatch, preparedBatches } from '../fhir/import.ts'
import { type NamedFile, sourcesOf } from './import-files.ts'

export interface ImportWork {
  readonly files: readonly NamedFile[]
  readonly preparation: Preparation
}

/** Undefined at the end. */
export type ImportMessage = { readonly batch: PreparedBatch; readonly bytesRead: number } | undefined

/** Batches that may wait for the main thread: enough to keep both busy, few enough to take little memory. */
const MOST_AHEAD = 4

const port = parentPort
if (!port) throw new Error('This is a thread of ./bin/slipway import; it does not run by itself.')

let ahead = 0
let written = () => {}
port.on('message', () => {
  ahead -= 1
  written()
})

let bytesRead = 0
const { files, preparation } = workerData as ImportWork
const sources = sourcesOf(files, (bytes) => {
  bytesRead += bytes
})
for await (const batch of preparedBatches(sources, preparation)) {
  port.postMessage({ batch, bytesRead } satisfies ImportMessage)
  ahead += 1
  while (ahead >= MOST_AHEAD)
    await new Promise<void>((resolve) => {
      written = resolve
    })
}
port.postMessage(undefined satisfies ImportMessage)
port.close()
