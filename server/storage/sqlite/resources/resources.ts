// Resources and their versions, by prepared statements: one immutable row per version.
import type { ResourceStore, ResourceWriter } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'
import { searchIndex } from '../search/index.ts'
import { searches } from '../search/searches.ts'
import { type SearchWorkers, workersHere } from '../threads/search-work.ts'
import { reindexing } from './reindexing.ts'
import { resourceStore } from './resource-store.ts'
import { resourceWriter } from './resource-writer.ts'

export interface ResourceDatabase extends ResourceStore, ResourceWriter {
  /** Builds the lists of the types with many resources, before the first request for one. */
  readonly prepareLists: () => void
  /** Notes by which search parameters values are made from now on; the types that have values made by others. */
  readonly noteParameters: (types: readonly string[]) => readonly string[]
  /** Rebuilds a batch of those values; true when there may be more. */
  readonly reindexSome: () => boolean
}

/**
 * The store of all resources. `workers` do the searches that may take long. Its methods throw StorageUnavailable, or reject with
 * it, when the database cannot be used for now.
 */
export function resourceDatabase(sql: Sqlite, workers: SearchWorkers = workersHere(sql)): ResourceDatabase {
  const index = searchIndex(sql)
  const search = searches(index, workers)
  return throwingUnavailable({
    ...resourceStore(sql, index, search),
    ...resourceWriter(sql),
    ...reindexing(sql, search.forget),
  })
}
