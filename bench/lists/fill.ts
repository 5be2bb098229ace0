// Fills a database file with Patients only, to measure lists in isolation.
import { openDatabase, tuneForImport } from '#server/storage/sqlite/file/database.ts'
import { resourceDatabase } from '#server/storage/sqlite/resources/resources.ts'
import { enlarge } from '../enlarge.ts'

/** Milliseconds between two batches, so that lists by time have different times to sort. */
const BATCH_MS = 50
const BATCH = 500
const FIRST_WRITE = Date.UTC(2026, 0, 1)

/**
 * Writes Patients `from` up to, but not including, `to` into a database file. Creates the file if it does not exist.
 */
export async function fill(file: string, from: number, to: number, progress = (_done: number) => {}): Promise<void> {
  const database = openDatabase(file)
  tuneForImport(database)
  const resources = resourceDatabase(database.sql)
  for (let first = from; first < to; first += BATCH) {
    const end = Math.min(to, first + BATCH)
    await enlarge(resources, first, end, () => FIRST_WRITE + (first / BATCH) * BATCH_MS)
    progress(end - from)
  }
  database.sql.pragma('wal_checkpoint(TRUNCATE)')
  await database.close()
}
