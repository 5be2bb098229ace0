// Databases for tests: a copy of one that was migrated once, since migrating takes longer than most tests.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/storage/sqlite/file/database.ts'
import { IS_POSTGRES } from '#server/storage/testing/engine.ts'

/** An empty database of this version in a folder of its own; closed and removed with the test. Its path is `sql.name`. */
export function temporaryDatabase(options: Opening = {}): Database {
  const directory = mkdtempSync(path.join(tmpdir(), 'slipway-database-'))
  const database = newDatabase(path.join(directory, 'slipway.db'), options)
  onTestFinished(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return database
}

type Opening = Parameters<typeof openDatabase>[1]

/**
 * The database of a file that another has made, closed with the test; without a file, a temporary one. It is opened as a server
 * opens it, so that no write holds the thread to wait for another connection.
 */
export function openedWithTest(file: string | undefined): Database {
  if (file === undefined) return temporaryDatabase({ isShared: true })
  const database = openDatabase(file, { isShared: true })
  onTestFinished(() => database.close())
  return database
}

/** Opens an empty database of this version at a path where no file is. The caller closes it. Of tests of SQLite alone. */
export function newDatabase(file: string, options: Opening = {}): Database {
  if (IS_POSTGRES)
    throw new Error('A rule that is run on PostgreSQL opens no file: testStorage and testDomain know where.')
  copyFileSync(inject('emptyDatabase'), file)
  return openDatabase(file, options)
}
