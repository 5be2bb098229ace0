// What searches hold beside the heap: page caches and lists.
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { connectReader } from '../file/reader.ts'
import { MOST_LIST_BYTES } from '../search/searches.ts'

const THREADS = 3
const MIB = 2 ** 20
/** What a search of a million holds while it runs. */
const RUNNING = 16 * 1_000_000

it('FBO-10 page caches of the threads, lists, and a search of a million in each thread take less than 200 MiB', () => {
  const reader = connectReader(temporaryDatabase().sql.name)
  onTestFinished(() => void reader.close())
  const cache = -Number(reader.pragma('cache_size', { simple: true })) * 1024
  expect(cache).toBeGreaterThan(0)
  expect(THREADS * (cache + RUNNING) + MOST_LIST_BYTES).toBeLessThan(200 * MIB)
})
