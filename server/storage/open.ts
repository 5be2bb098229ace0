// Opens the storage of a domain. This is the only place that names the engine.
import { type Database, openDatabase, openExistingDatabase } from './sqlite/file/database.ts'
import { type StorageOptions, sqliteStorage } from './sqlite/storage.ts'
import type { Storage } from './storage.ts'

/** Where a database is: a file, unless there is a URL of PostgreSQL. */
export interface DatabasePlace {
  readonly databaseFile: string
  readonly postgresUrl?: string | undefined
}

/** The storage, plus the database file for work on the file itself: imports, backups and tests that inspect it. */
export interface OpenedStorage {
  readonly storage: Storage
  /** Undefined on PostgreSQL. */
  readonly database: Database | undefined
}

/** Opens the database, creating and migrating it as needed. Throws OperatorError if it cannot be used. */
export async function openStorage(
  { databaseFile: file, postgresUrl }: DatabasePlace,
  options: StorageOptions,
): Promise<OpenedStorage> {
  if (postgresUrl !== undefined) return { database: undefined, storage: await onPostgres(postgresUrl, options) }
  const database = openDatabase(file, { now: options.clock(), isShared: true })
  return { database, storage: sqliteStorage(database, file, options) }
}

/** Opens an existing database of this version. With `readOnly`, every write fails. Throws OperatorError. */
export async function openExistingStorage(
  { databaseFile: file, postgresUrl }: DatabasePlace,
  { readOnly, ...options }: StorageOptions & { readonly readOnly: boolean },
): Promise<OpenedStorage> {
  if (postgresUrl !== undefined)
    return { database: undefined, storage: await onPostgres(postgresUrl, options, { isThere: true, readOnly }) }
  const database = openExistingDatabase(file, { readOnly })
  return { database, storage: sqliteStorage(database, file, options) }
}

/** Loaded when it is wanted: a domain in a file needs none of it. */
async function onPostgres(
  url: string,
  { assertKeys, ...options }: StorageOptions,
  { isThere = false, readOnly = false } = {},
): Promise<Storage> {
  const { openExistingPostgres, openPostgres } = await import('./postgres/opening/opening.ts')
  const { postgresStorage } = await import('./postgres/storage.ts')
  const postgres = isThere
    ? await openExistingPostgres(url, { readOnly, assertKeys })
    : await openPostgres(url, { assertKeys })
  try {
    return await postgresStorage(postgres, url, options)
  } catch (error) {
    await postgres.close()
    throw error
  }
}
