// The state of the database for health checks: whether it is reachable, writable and at this version's migrations, and
// its size.
import { statSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseFigures, OperatedDatabase, Verdict } from '#server/ops/store.ts'
import { MigrationError } from '../../migrations.ts'
import { COUNTED } from '../../operations/counted.ts'
import { ifFree } from '../durability/busy-retry.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { pendingIn } from '../file/migrate.ts'

/** For a connection to the database `file`, opened just now. */
export function operatedDatabase(
  sql: Sqlite,
  file: string,
  migrations = path.resolve('prisma/migrations'),
): OperatedDatabase {
  const opened = statSync(file).ino
  const version = sql.prepare<[], number>('PRAGMA user_version').pluck()
  const counts = Object.entries(COUNTED).map(([kind, count]) => [kind, sql.prepare<[], number>(count).pluck()] as const)
  return asyncPort<OperatedDatabase>(sql, {
    writable: () => writable(sql, file, opened, version.get() ?? 0),
    migrated: () => migrated(sql, migrations),
    figures: () => ({
      ...sizeOf(sql, file),
      rows: Object.fromEntries(counts.map(([kind, count]) => [kind, count.get() ?? 0])),
    }),
  })
}

/** Rewrites existing data: a commit that changes nothing, and shows whether the database can be written. */
function writable(sql: Sqlite, file: string, opened: number, version: number): Verdict {
  if (inodeOf(file) !== opened) return 'The database file was moved, deleted or put in another one’s place.'
  try {
    ifFree(sql, () => sql.pragma(`user_version = ${version}`)) // If another process is writing at this moment, the database is writable.
    return undefined
  } catch (error) {
    return `The database cannot be written (${(error as { readonly code?: string }).code ?? 'unknown'}).`
  }
}

function inodeOf(file: string): number | undefined {
  try {
    return statSync(file).ino
  } catch {
    return undefined
  }
}

function migrated(sql: Sqlite, directory: string): Verdict {
  try {
    const pending = pendingIn(sql, directory)
    return pending.length === 0 ? undefined : `${pending.length} migrations wait for the next start.`
  } catch (error) {
    if (error instanceof MigrationError) return error.message
    throw error
  }
}

function sizeOf(sql: Sqlite, file: string): Omit<DatabaseFigures, 'rows'> {
  return {
    fileBytes: bytesOf(file),
    file: {
      walBytes: bytesOf(`${file}-wal`),
      pages: sql.pragma('page_count', { simple: true }) as number,
      freePages: sql.pragma('freelist_count', { simple: true }) as number,
    },
  }
}

const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
