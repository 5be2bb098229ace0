// Opens the storage of a domain. The one place that says which engine it is.
import { type Database, openDatabase, openExistingDatabase } from './sqlite/file/database.ts'
import { type StorageOptions, sqliteStorage } from './sqlite/storage.ts'
import type { Storage } from './storage.ts'

/** Storage, and the file itself for what is about the file: imports, backups, and tests that look into it. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly database: Database
}

/** Opens the database file, making and migrating it. Throws OperatorError when it cannot be used. */
export function openStorage(file: string, options: StorageOptions): OpenedStorage {
  const database = openDatabase(file, { now: options.clock() })
  return { database, storage: sqliteStorage(database, file, options) }
}

/** Opens a database file that is there and of this version; with `readOnly` whatever would write fails. Throws OperatorError. */
export function openExistingStorage(
  file: string,
  { readOnly, ...options }: StorageOptions & { readonly readOnly: boolean },
): OpenedStorage {
  const database = openExistingDatabase(file, { readOnly })
  return { database, storage: sqliteStorage(database, file, options) }
}
