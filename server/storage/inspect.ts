// Inspects the database of a domain, whichever engine keeps it.
import type { Inspection } from './inspection.ts'
import type { DatabasePlace } from './open.ts'
import { inspectFile } from './sqlite/file/inspection.ts'
import { asOperatorError, openingOf } from './sqlite/file/opening-errors.ts'

/** Opens a database for inspection; undefined if there is none yet. Throws OperatorError. */
export async function inspectDatabase({ databaseFile, postgresUrl }: DatabasePlace): Promise<Inspection | undefined> {
  if (postgresUrl === undefined) return openingOf(databaseFile, () => inspectFile(databaseFile))
  const { inspectPostgres } = await import('./postgres/opening/inspection.ts')
  return inspectPostgres(postgresUrl)
}

/** Looks at a database, which is closed afterwards; undefined if there is none yet. Throws OperatorError. */
export async function inspected<T>(
  place: DatabasePlace,
  look: (database: Inspection) => Promise<T>,
): Promise<T | undefined> {
  const database = await inspectDatabase(place)
  try {
    return database && (await look(database))
  } catch (error) {
    throw asOperatorError(place.databaseFile, error) // A damaged file shows only when it is read.
  } finally {
    await database?.close()
  }
}
