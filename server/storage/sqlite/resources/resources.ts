// Resources and their versions, with prepared statements: one immutable row per version.
import type { ResourceWriter, WriteTransactions } from '#server/fhir/store.ts'
import type { ResourceDatabase } from '../../storage.ts'
import { eventIndex } from '../audit/event-index.ts'
import { type CommitEnd, commitEnd } from '../durability/commit-end.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Database, Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { searchIndex } from '../search/index.ts'
import { searches } from '../search/searches.ts'
import { type SearchWorkers, workersHere } from '../threads/search-work.ts'
import { histories } from './histories.ts'
import { reindexing } from './reindexing.ts'
import { resourceStore } from './resource-store.ts'
import { resourceWriter } from './resource-writer.ts'
import { type WriteParts, writeTransactions } from './write-transaction.ts'

interface Committing {
  /** The end of the commits of writes. */
  readonly end?: CommitEnd
  /** The database, for transactions that take long; without it, they hold the thread. */
  readonly database?: Database
  readonly recorder?: WriteParts['recorder']
}

/**
 * The store of all resources. `workers` run searches that may take long.
 * Its methods throw StorageUnavailable, or reject with it, if the database is temporarily unavailable.
 */
export function resourceDatabase(
  sql: Sqlite,
  workers: SearchWorkers = workersHere(sql),
  { end = commitEnd(), database, recorder = withoutLog }: Committing = {},
): ResourceDatabase {
  const index = searchIndex(sql)
  const search = searches(index, workers)
  const events = eventIndex(sql)
  const { isPartial, ...remaking } = reindexing(sql, search.forget)
  return {
    ...throwingUnavailable({
      ...resourceStore(sql, index, search, { events, isPartial }),
      history: histories(sql, index, workers),
    }),
    ...asyncPort<ResourceWriter & WriteTransactions & Pick<ResourceDatabase, 'noteParameters' | 'reindexSome'>>(sql, {
      ...resourceWriter(sql),
      ...writeTransactions(sql, { index, events, isPartial, end, database, recorder }),
      ...remaking,
    }),
  }
}

const withoutLog = (): never => {
  throw new Error('This store has no audit log.')
}
