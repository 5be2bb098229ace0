// A storage over an empty database, for tests of its ports.
import { systemRandom } from '#lib/crypto/random.ts'
import { openedWithTest } from '#server/testing/temporary-database.ts'
import { sqliteStorage } from '../sqlite/storage.ts'

/** Everything is removed with the test. With `file`, the storage is another connection to that one. */
export function temporaryStorage({ now = 0, file = undefined as string | undefined } = {}) {
  const database = openedWithTest(file)
  const storage = sqliteStorage(database, database.sql.name, { clock: () => now, random: systemRandom })
  return { ...storage, database, sql: database.sql }
}
