// Opens the storage of a domain. This is the only place that names the engine.
import { type Database, openDatabase, openExistingDatabase } from './sqlite/file/database.ts'
import { type StorageOptions, sqliteStorage } from './sqlite/storage.ts'
import type { Storage } from './storage.ts'

/** The storage, plus the database file for work on the file itself: imports, backups and tests that inspect it. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly database: Database
}

/** Opens the database file, creating and migrating it as needed. Throws OperatorError if it cannot be used. */
export function openStorage(file: string, options: StorageOptions): OpenedStorage {
  const database = openDatabase(file, { now: options.clock(), isShared: true })
  return { database, storage: sqliteStorage(database, file, options) }
}

/** Opens an existing database file of this version. With `readOnly`, every write fails. Throws OperatorError. */
export function openExistingStorage(
  file: string,
  { readOnly, ...options }: StorageOptions & { readonly readOnly: boolean },
): OpenedStorage {
  const database = openExistingDatabase(file, { readOnly })
  return { database, storage: sqliteStorage(database, file, options) }
}
