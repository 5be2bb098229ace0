// The import thread that reads, checks and prepares, while the main thread writes (import-thread.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { endWhenTold, isOfThread } from '#lib/threads/thread-end.ts'
import { preparedBatches } from './import.ts'
import { sourcesOf } from './import-files.ts'
import type { ImportMessage, ImportWork } from './import-thread.ts'

/**
 * Batches that may be queued for the main thread: enough to keep it busy while it writes a group, few enough for
 * memory.
 */
const MOST_BATCHES_AHEAD = 16
const MOST_CHARACTERS_AHEAD = 16_000_000

const port = parentPort
if (!port) throw new Error('This is a thread of an import; it does not run by itself.')

let taken = () => {}
const ahead: number[] = []
port.on('message', (message) => {
  if (isOfThread(message)) return
  ahead.shift()
  taken()
})
endWhenTold(port)
const isFarAhead = () =>
  ahead.length >= MOST_BATCHES_AHEAD || ahead.reduce((sum, characters) => sum + characters, 0) >= MOST_CHARACTERS_AHEAD

let bytesRead = 0
const { files, preparation } = workerData as ImportWork
const sources = sourcesOf(files, (bytes) => {
  bytesRead += bytes
})
for await (const batch of preparedBatches(sources, preparation)) {
  port.postMessage({ batch, bytesRead } satisfies ImportMessage)
  ahead.push(batch.characters)
  while (isFarAhead())
    await new Promise<void>((resolve) => {
      taken = resolve
    })
}
port.postMessage(undefined satisfies ImportMessage)
port.close()
