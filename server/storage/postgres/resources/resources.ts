// Resources and their versions on PostgreSQL: one immutable row per version.
import type { Asking, Match, ResourceStore, ResourceWriter, Search, WriteTransactions } from '#server/fhir/store.ts'
import { SEARCH_TIMEOUT_MS } from '../../search-timeout.ts'
import type { ResourceDatabase } from '../../storage.ts'
import type { Links } from '../audit/links.ts'
import type { Postgres } from '../connection/connection.ts'
import { lanes } from '../search/lanes.ts'
import { type Found, type Limits, searches } from '../search/searches.ts'
import { histories } from './histories.ts'
import { isMoment } from './moment.ts'
import { reindexing } from './reindexing.ts'
import { matchesOf, versionReader } from './versions.ts'
import { resourceWriter, writeTransactions } from './writer.ts'

type Remaking = Pick<ResourceDatabase, 'noteParameters' | 'reindexSome' | 'prepareLists'>

/** The store of resources. What takes an Asking rejects with SearchRefused, everything with StorageUnavailable. */
export interface PostgresResources extends ResourceStore, ResourceWriter, WriteTransactions, Remaking {
  /** The number of running and queued searches that may read many rows. */
  readonly waitingSearches: () => number
  readonly close: () => Promise<void>
}

const NEWEST = 'SELECT coalesce(max(seq), 0) AS seq FROM resource_version'

/** Who asks where nobody is named: the server. */
const BY_ITSELF: Asking = { client: '' }

interface Options {
  readonly searchTimeout?: number
  readonly limits?: Limits
  /** The links of the audit log, for what transactions record. */
  readonly links?: () => Links
}

const withoutLog = (): never => {
  throw new Error('This store has no audit log.')
}

/** The store on an opened database. Searches run for `searchTimeout` milliseconds at most, on connections of their own to `url`. */
export function postgresResources(
  postgres: Postgres,
  url: string,
  { searchTimeout = SEARCH_TIMEOUT_MS, limits, links = withoutLog }: Options = {},
): PostgresResources {
  const connections = lanes(url, searchTimeout)
  const found = searches(connections, limits)
  const history = histories(connections)
  const { isPartial, ...remaking } = reindexing(postgres)

  const matches = async (
    search: Search,
    { moment, seqs }: Pick<Found, 'moment' | 'seqs'>,
    offset: number,
  ): Promise<readonly Match[]> => {
    const all = await matchesOf(postgres.run, seqs, search.visibility)
    const last = all.at(-1)
    if (last) found.ended(search, moment, offset + seqs.length, last)
    return all
  }

  return {
    ...versionReader(postgres),
    ...resourceWriter(postgres),
    ...writeTransactions(postgres, { links, isPartial }),
    ...remaking,
    prepareLists: async () => undefined, // Each page is found by an index.
    search: async (wanted, asking = BY_ITSELF) => {
      const partial = isPartial(wanted.search)
      const first = await found.first(wanted, asking)
      return {
        asOfSeq: first.moment,
        total: first.total,
        cost: first.cost,
        isPartial: partial,
        matches: await matches(wanted.search, first, 0),
      }
    },
    lookAhead: async (wanted, asking = BY_ITSELF) => {
      const partial = isPartial(wanted.search)
      const { moment, seqs, total } = await found.first(wanted, asking)
      return { asOfSeq: moment, seqs, total, isPartial: partial, isWhole: seqs.length < wanted.limit }
    },
    page: async (search, at, offset, limit, asking = BY_ITSELF) =>
      matches(search, { moment: at, seqs: await found.from(search, at, { offset, limit }, asking) }, offset),
    history: (wanted, asking = BY_ITSELF) => history(wanted, asking),
    currentSeq: async () => (await postgres.run<{ readonly seq: number }>(NEWEST))[0]?.seq ?? 0,
    isMoment,
    prepare: () => undefined, // Its pages go on from where the one before ended.
    waitingSearches: connections.waiting,
    close: connections.close,
  }
}
