// Resources and their versions: read and written by prepared statements, one immutable row a version.
import type { ResourceStore, ResourceWriter } from '../fhir/store.ts'
import type { Sqlite } from './database.ts'
import { reindexing } from './reindexing.ts'
import { resourceStore } from './resource-store.ts'
import { resourceWriter } from './resource-writer.ts'
import { searchIndex } from './search-index.ts'
import { type SearchWorkers, workersHere } from './search-work.ts'
import { searches } from './searches.ts'
import { sayingUnavailable } from './unavailable.ts'

export interface ResourceDatabase extends ResourceStore, ResourceWriter {
  /** Makes the lists of the types that have many resources, so that nobody waits for the first one. */
  readonly prepareLists: () => void
  /** Notes by which search parameters values are made from now on; the types that have values made by others. */
  readonly noteParameters: (types: readonly string[]) => readonly string[]
  /** Makes some of those values anew; whether there may be more to do. */
  readonly reindexSome: () => boolean
}

/**
 * The store of all resources. `workers` do the searches that may take long. Its methods throw Unavailable, or reject with
 * it, when the database cannot be used for now.
 */
export function resourceDatabase(sql: Sqlite, workers: SearchWorkers = workersHere(sql)): ResourceDatabase {
  const index = searchIndex(sql)
  const search = searches(index, workers)
  return sayingUnavailable({
    ...resourceStore(sql, index, search),
    ...resourceWriter(sql),
    ...reindexing(sql, search.forget),
  })
}
