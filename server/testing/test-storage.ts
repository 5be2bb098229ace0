// The storage of a peer alone: an empty one of the engine under test (server/storage/testing/engine.ts).
import { onTestFinished } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { openPostgres } from '../storage/postgres/opening/opening.ts'
import { postgresStorage } from '../storage/postgres/storage.ts'
import { temporaryUrl } from '../storage/postgres/testing/temporary-postgres.ts'
import type { Database } from '../storage/sqlite/file/database.ts'
import { sqliteStorage } from '../storage/sqlite/storage.ts'
import type { Storage } from '../storage/storage.ts'
import { IS_POSTGRES, underTest } from '../storage/testing/engine.ts'
import { type Looking, lookingAtFile, lookingAtPostgres } from './looking.ts'
import { openedWithTest } from './temporary-database.ts'

interface TestStorage {
  readonly storage: Storage
  /** The file; none on PostgreSQL, where only tests that do not look into it run. */
  readonly database: Database
  readonly sql: Looking
  /** Where it is, for another process to open: a file, or a URL. */
  readonly place: string
}

/** Opens an empty one, or that of another `place`; closed with the test. */
export async function testStorage(clock: () => number, place?: string): Promise<TestStorage> {
  const options = { clock, random: systemRandom }
  if (!IS_POSTGRES) {
    const database = openedWithTest(place)
    const file = database.sql.name
    return {
      database,
      sql: lookingAtFile(database),
      place: file,
      storage: underTest(sqliteStorage(database, file, options)),
    }
  }
  const url = place ?? (await temporaryUrl())
  const postgres = await openPostgres(url)
  const storage = await postgresStorage(postgres, url, options)
  onTestFinished(storage.close)
  return {
    database: undefined as unknown as Database,
    sql: lookingAtPostgres(url),
    place: url,
    storage: underTest(storage),
  }
}
