// The program of a process that opens its domain and closes it again, as often as it is told, without a pause; and that ends
// threads at every moment of their loading SQLite's driver.
import { Worker } from 'node:worker_threads'
import { endingThread } from '#lib/threads/thread-end.ts'
import { readConfig } from '../config/config.ts'
import { openDomain } from '../domain/domain.ts'

/** A thread is loading for so long, in milliseconds. */
const LOADING = 120
const LOADS_THE_DRIVER = `new (require('better-sqlite3'))(':memory:')
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (message) => message === 'end' && process.exit())
  parentPort.postMessage('ready')`

const databaseThread = new URL('./database-thread.mjs', import.meta.url)
const search = { type: 'Patient', conditions: [], visibility: 'all', sort: '_id' } as const
const times = Number(process.argv[2])

async function openAndClose(n: number): Promise<void> {
  const domain = await openDomain(readConfig(), { databaseThread })
  const { asOfSeq } = await domain.resources.search({ search, limit: 0, mostCounted: 0 })
  if (n % 2) domain.resources.prepare(search, asOfSeq) // Starts a thread that searches, too.
  await domain.close()
}

async function startAndEnd(n: number): Promise<void> {
  const { end } = endingThread(new Worker(LOADS_THE_DRIVER, { eval: true }))
  await new Promise((resolve) => setTimeout(resolve, (n * 7) % LOADING))
  await end()
}

// One at a time, and before this thread has loaded the driver: each of them loads it from the disk.
for (let n = 0; n < times; n += 1) await startAndEnd(n)
for (let n = 0; n < times; n += 1) await openAndClose(n)
process.stdout.write(String(times))
