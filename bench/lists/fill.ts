// Fills a database file with Patients and nothing else, for lists alone.
import { openDatabase, tuneForImport } from '#server/storage/sqlite/file/database.ts'
import { resourceDatabase } from '#server/storage/sqlite/resources/resources.ts'
import { enlarge } from '../enlarge.ts'

/** Milliseconds between two batches, so that lists by time have something to go by. */
const BATCH_MS = 50
const BATCH = 500
const FIRST_WRITE = Date.UTC(2026, 0, 1)

/** Writes Patients `from` up to `to` (not included) into a database file, which is made when it is not there. */
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
