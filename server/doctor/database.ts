// Checks the database: its integrity and its version.
import type { Config } from '../config/config.ts'
import { inspectDatabase } from '../storage/inspect.ts'
import type { Inspection } from '../storage/inspection.ts'
import { serverFindings } from './database-server.ts'
import { type Finding, reasonOf, warning, well, wrong } from './finding.ts'

const RESTORE = 'Stop the service, keep the file, and restore a backup: ./bin/slipway restore FOLDER --replace'

const RESTORED = warning(
  'postgresql',
  'It was put back to an earlier moment, moved, or is a standby that was promoted, since a server last used it.',
  'The next start withdraws codes, sessions and tokens that may have been used since: people sign in again.',
)

export async function databaseFindings(config: Config): Promise<readonly Finding[]> {
  const { databaseFile, postgresUrl } = config
  try {
    const database = await inspectDatabase(config)
    if (!database)
      return [
        postgresUrl === undefined
          ? warning('database', `${databaseFile} does not exist yet.`, 'The first start creates it.')
          : warning('database', 'The database has no tables yet.', 'The first start creates them.'),
      ]
    try {
      const damages = await database.damages()
      if (damages.length > 0) return [wrong('database', `It is damaged: ${damages.join('; ')}`, RESTORE)]
      const server = await database.server?.()
      return [
        well('database', database.checked),
        ...(server ? serverFindings(server, Date.now()) : []),
        ...((await database.isRestored?.()) ? [RESTORED] : []),
        await migrationFinding(database.pending),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    return postgresUrl === undefined
      ? [wrong('database', `It cannot be read: ${reasonOf(error)}`, RESTORE)]
      : [wrong('database', reasonOf(error), 'Let the service reach its database, and examine it again.')]
  }
}

async function migrationFinding(pending: Inspection['pending']): Promise<Finding> {
  try {
    const names = await pending()
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
