// The stores of resources that contract tests run on: those of the engine under test, over an empty database.
import { onTestFinished } from 'vitest'
import type {
  ResourceStore,
  ResourceWriter,
  SnapshotStore,
  WriteTransaction,
  WriteTransactions,
} from '#server/fhir/store.ts'
import type { SubscriptionStore } from '#server/subscriptions/store.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { postgresResources } from '../postgres/resources/resources.ts'
import { snapshotStore as postgresSnapshots } from '../postgres/resources/snapshots.ts'
import { pastValuesPurge as postgresPastValues } from '../postgres/search/past-values.ts'
import { subscriptionStore as postgresSubscriptions } from '../postgres/subscriptions/subscriptions.ts'
import { temporaryPostgres } from '../postgres/testing/temporary-postgres.ts'
import { openDatabase } from '../sqlite/file/database.ts'
import { resourceDatabase } from '../sqlite/resources/resources.ts'
import { snapshotStore } from '../sqlite/resources/snapshots.ts'
import { pastValuesPurge } from '../sqlite/search/past-values.ts'
import { subscriptionStore } from '../sqlite/subscriptions/subscriptions.ts'
import type { ResourceDatabase } from '../storage.ts'

export type ContractTransaction = WriteTransaction

export type Resources = Omit<ResourceStore, 'prepare' | 'currentSeq'> &
  ResourceWriter &
  WriteTransactions &
  Pick<ResourceDatabase, 'noteParameters' | 'reindexSome'>

type Ports = Pick<Stores, 'resources' | 'snapshots' | 'subscriptions'>

export interface Stores {
  readonly resources: Resources
  readonly snapshots: SnapshotStore
  readonly subscriptions: SubscriptionStore
  /** The same database, as another process has it. */
  readonly another: () => Promise<Ports>
  /** Removes some index values of superseded versions, and returns how many versions and values it passed. */
  readonly purgePastValues: (now: number) => Promise<number>
  /** Runs SQL that both engines know, with camelCase in quotes, as another program would. */
  readonly sql: (text: string) => Promise<void>
  /** The number of rows of a table, or of some of it: `search_value WHERE …`. */
  readonly rows: (table: string) => Promise<number>
}

export const isPostgres = process.env['SLIPWAY_TEST_ENGINE'] === 'postgres'

/** Everything is removed with the test. */
export const temporaryStores = (): Promise<Stores> => (isPostgres ? onPostgres() : onSqlite())

async function onSqlite(): Promise<Stores> {
  const { sql } = temporaryDatabase()
  const purge = pastValuesPurge(sql)
  const of = (connection: typeof sql) => ({
    resources: resourceDatabase(connection),
    snapshots: snapshotStore(connection),
    subscriptions: subscriptionStore(connection),
  })
  return {
    ...of(sql),
    another: async () => {
      const database = openDatabase(sql.name)
      onTestFinished(() => database.close())
      return of(database.sql)
    },
    purgePastValues: async (now) => purge(now),
    sql: async (text) => {
      sql.prepare(text).run()
    },
    rows: async (table) => sql.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0,
  }
}

async function onPostgres(): Promise<Stores> {
  const first = await temporaryPostgres()
  const of = (postgres: typeof first) => {
    const resources = postgresResources(postgres, first.url)
    onTestFinished(resources.close)
    return { resources, snapshots: postgresSnapshots(postgres), subscriptions: postgresSubscriptions(postgres) }
  }
  return {
    ...of(first),
    another: async () => of(await temporaryPostgres(first.url)),
    purgePastValues: postgresPastValues(first),
    sql: async (text) => {
      await first.run(text)
    },
    rows: async (table) => (await first.run<{ readonly n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0,
  }
}
