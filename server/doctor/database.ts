// Checks the database: its integrity and its version.
import type { Config } from '../config/config.ts'
import { inspectDatabase } from '../storage/sqlite/file/inspection.ts'
import { type Finding, reasonOf, warning, well, wrong } from './finding.ts'

const RESTORE = 'Stop the service, keep the file, and restore a backup: ./bin/slipway restore FOLDER --replace'

export function databaseFindings({ databaseFile }: Config): readonly Finding[] {
  try {
    const database = inspectDatabase(databaseFile)
    if (!database) return [warning('database', `${databaseFile} does not exist yet.`, 'The first start creates it.')]
    try {
      const damages = database.damages()
      if (damages.length > 0) return [wrong('database', `It is damaged: ${damages.join('; ')}`, RESTORE)]
      return [well('database', 'It is intact (quick_check).'), migrationFinding(database.pending)]
    } finally {
      database.close()
    }
  } catch (error) {
    return [wrong('database', `It cannot be read: ${reasonOf(error)}`, RESTORE)]
  }
}

function migrationFinding(pending: () => readonly string[]): Finding {
  try {
    const names = pending()
    if (names.length === 0) return well('migrations', 'The database has the schema of this version.')
    return warning(
      'migrations',
      `Not applied yet: ${names.join(', ')}`,
      'The next start applies them: make a backup first.',
    )
  } catch (error) {
    return wrong('migrations', reasonOf(error), 'Run the version that the database was made with, or restore a backup.')
  }
}
