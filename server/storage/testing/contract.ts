// A storage for tests of what holds for each engine: on SQLite, or on PostgreSQL with SLIPWAY_TEST_ENGINE=postgres.
import { systemRandom } from '#lib/crypto/random.ts'
import { idpStores as postgresIdp } from '../postgres/idp/idp.ts'
import { pendingLaunchStore as postgresLaunches } from '../postgres/launches/pending-launches.ts'
import { registryVersions as postgresVersions } from '../postgres/registry/versions.ts'
import { postgresStorage } from '../postgres/storage.ts'
import { temporaryPostgres } from '../postgres/testing/temporary-postgres.ts'
import { traceStore as postgresTraces } from '../postgres/traces/traces.ts'
import type { RecordDeps } from '../records/deps.ts'
import { pendingLaunchStore as sqliteLaunches } from '../sqlite/launches/pending-launches.ts'
import { idpStores as sqliteIdp } from '../sqlite/registry/idp.ts'
import { registryVersions as sqliteVersions } from '../sqlite/registry/versions.ts'
import { traceStore as sqliteTraces } from '../sqlite/traces/traces.ts'
import type { Storage } from '../storage.ts'
import type { TraceBounds } from '../traces/bounds.ts'
import { IS_POSTGRES } from './engine.ts'
import { temporaryStorage } from './temporary-storage.ts'

type PostgresPorts = Awaited<ReturnType<typeof postgresStorage>>

/** The ports that both engines have. */
export type ContractPorts = Pick<Storage, keyof PostgresPorts>

export interface ContractStorage extends ContractPorts {
  /** What cached records are valid for. */
  readonly versions: RecordDeps['versions']
  /** Runs SQL that both engines know, with camelCase in quotes, as another program would. Gives the rows of a SELECT. */
  readonly sql: <Row = Readonly<Record<string, unknown>>>(text: string) => Promise<readonly Row[]>
  /** A time in SQL, given in epoch milliseconds. */
  readonly time: (ms: number) => string
  /** Another connection to the same database, as another process has one. */
  readonly another: () => Promise<ContractStorage>
}

interface Options {
  /** What the clock says, in epoch milliseconds. */
  readonly now?: number
  /** The most rows of tables that strangers add to. */
  readonly most?: number | undefined
  readonly traceBounds?: TraceBounds | undefined
}

/** Everything is removed with the test. */
export const contractStorage = (options: Options = {}): Promise<ContractStorage> =>
  IS_POSTGRES ? onPostgres(options) : onSqlite(options)

async function onPostgres(options: Options, url?: string): Promise<ContractStorage> {
  const postgres = await temporaryPostgres(url)
  const { now = 0, most, traceBounds } = options
  const storage = await postgresStorage(postgres, postgres.url, { clock: () => now, random: systemRandom })
  return {
    ...storage,
    idp: { ...storage.idp, ...postgresIdp(postgres, most) },
    pendingLaunches: postgresLaunches(postgres, most),
    traces: { ...storage.traces, ...postgresTraces(postgres, traceBounds) },
    versions: postgresVersions(postgres),
    sql: async <Row>(text: string) => (await postgres.run(text)) as readonly Row[],
    time: (ms) => `to_timestamp(${ms} / 1000.0)`,
    another: () => onPostgres(options, postgres.url),
  }
}

async function onSqlite(options: Options, file?: string): Promise<ContractStorage> {
  const { now = 0, most, traceBounds } = options
  const { database, sql, ...storage } = temporaryStorage({ now, file })
  return {
    ...storage,
    idp: { ...storage.idp, ...sqliteIdp(database, most) },
    pendingLaunches: sqliteLaunches(sql, most),
    traces: { ...storage.traces, ...sqliteTraces(sql, traceBounds) },
    versions: sqliteVersions(sql),
    sql: async <Row>(text: string) => {
      const statement = sql.prepare<[], Row>(text)
      if (/^SELECT/.test(text)) return statement.all()
      statement.run()
      return []
    },
    time: String,
    another: () => onSqlite(options, sql.name),
  }
}
