// The state of the database for health checks: whether it is reachable, writable and at this version's migrations, and its size.
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { OperatedDatabase, Verdict } from '#server/ops/store.ts'
import { MigrationError } from '../../migrations.ts'
import { COUNTED } from '../../operations/counted.ts'
import type { Postgres } from '../connection/connection.ts'
import { codeOf } from '../connection/errors.ts'
import { MIGRATIONS, schemaProblem } from '../opening/migrate.ts'

const READ_ONLY = `SELECT 1 WHERE pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'`
const FIGURES = `SELECT pg_database_size(current_database())::bigint AS "fileBytes", ${Object.entries(COUNTED)
  .map(([kind, count]) => `(${count})::bigint AS "${kind}"`)
  .join(', ')}`

export const operatedDatabase = (
  { run, durable }: Pick<Postgres, 'run' | 'durable'>,
  migrations = MIGRATIONS,
): OperatedDatabase => ({
  writable: () =>
    sentence(async () => {
      if ((await run(READ_ONLY)).length > 0) return 'The database is a standby or read-only, and takes no writes.'
      await durable() // Writes into the log, and waits for the disk.
      return undefined
    }),
  migrated: async () => {
    try {
      return await schemaProblem(run, migrations)
    } catch (error) {
      if (error instanceof MigrationError) return error.message
      throw error
    }
  },
  figures: async () => {
    const [row] = await run<Readonly<Record<string, number>>>(FIGURES)
    const { fileBytes = 0, ...rows } = row ?? {}
    return { fileBytes, rows }
  },
})

async function sentence(check: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    return `The database cannot be written (${codeOf(error.cause) ?? 'unknown'}).`
  }
}
