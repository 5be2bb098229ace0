// An audit log that contract tests run on: that of the engine under test, over an empty database, with transactions of writes.
import { onTestFinished } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { auditChain } from '#server/audit/chain.ts'
import type { AuditStore, RetentionStore } from '#server/audit/store.ts'
import type { SearchWanted, WriteTransactions } from '#server/fhir/store.ts'
import { openedWithTest } from '#server/testing/temporary-database.ts'
import { auditLog } from '../postgres/audit/audit.ts'
import { postgresResources } from '../postgres/resources/resources.ts'
import { temporaryPostgres } from '../postgres/testing/temporary-postgres.ts'
import { sqliteStorage } from '../sqlite/storage.ts'
import { IS_POSTGRES } from './engine.ts'

/** The key of all logs of tests. */
export const CHAIN = auditChain('the key of a test')

export interface ContractLog extends Pick<WriteTransactions, 'transact'> {
  readonly audit: AuditStore & RetentionStore
  readonly durable: () => Promise<void>
  /** The number of resources that a search finds. */
  readonly found: (search: SearchWanted['search']) => Promise<number>
  /** Runs SQL that both engines know, as another program would. */
  readonly sql: <Row = Readonly<Record<string, unknown>>>(text: string) => Promise<readonly Row[]>
  /** The same log, as another process has it. */
  readonly another: () => Promise<ContractLog>
}

/** Everything is removed with the test. */
export const temporaryLog = (): Promise<ContractLog> => (IS_POSTGRES ? onPostgres() : onSqlite())

const wanted = (search: SearchWanted['search']): SearchWanted => ({ search, limit: 1000, mostCounted: 1000 })

async function onSqlite(file?: string): Promise<ContractLog> {
  const database = openedWithTest(file)
  const { sql } = database
  const { resources, audit, durable } = sqliteStorage(database, sql.name, { clock: Date.now, random: systemRandom })
  return {
    audit: audit(CHAIN),
    durable,
    transact: resources.transact,
    found: async (search) => (await resources.search(wanted(search))).matches.length,
    sql: async <Row>(text: string) => {
      const statement = sql.prepare<[], Row>(text)
      if (/^SELECT/.test(text)) return statement.all()
      statement.run()
      return []
    },
    another: () => onSqlite(sql.name),
  }
}

async function onPostgres(url?: string): Promise<ContractLog> {
  const postgres = await temporaryPostgres(url)
  const log = auditLog(postgres)
  const resources = postgresResources(postgres, postgres.url, { links: log.links })
  onTestFinished(resources.close)
  return {
    audit: log.open(CHAIN),
    durable: async () => {
      await log.flush()
      await postgres.durable()
    },
    transact: resources.transact,
    found: async (search) => (await resources.search(wanted(search))).matches.length,
    sql: async <Row>(text: string) => (await postgres.run(text)) as readonly Row[],
    another: () => onPostgres(postgres.url),
  }
}
