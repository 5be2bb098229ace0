// The migrations of an engine: a folder each, in order, of which a database records what it has as `prisma migrate deploy` would.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '#lib/operator-error.ts'

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** What a database records of one that it has; `finished_at` is null while it is being applied. */
export interface Applied {
  readonly migration_name: string
  readonly checksum: string
  readonly finished_at: unknown
}

/** The database does not fit this version of Slipway. The message says why and what to do. */
export class MigrationError extends OperatorError {
  override readonly name = 'MigrationError'
}

/** Those that a database lacks. Throws MigrationError on a changed, unknown or half-applied one. */
export function pendingMigrations(migrations: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  for (const { migration_name: name, checksum, finished_at } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: it was made by a newer one. Start that version, or restore a backup of this one.`,
      )
    if (finished_at === null)
      throw new MigrationError(
        `Migration ${name} was begun and not finished. Restore a backup, or repair it and mark it with "prisma migrate resolve".`,
      )
    if (known.checksum !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it had been applied. Restore the file as it was.`)
  }
  const done = new Set(applied.map(({ migration_name }) => migration_name))
  return migrations.filter(({ name }) => !done.has(name))
}

/** The names of this version's migrations, in order. */
export const migrationNames = (directory: string): readonly string[] =>
  readMigrations(directory).map(({ name }) => name)

/** All of a folder, in order. */
export function readMigrations(directory: string): readonly Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(directory, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
