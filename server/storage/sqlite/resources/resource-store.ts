// Reads resources: versions by id, and the pages of searches.

import { setImmediate as othersFirst } from 'node:timers/promises'
import { inSlices } from '#lib/async/in-slices.ts'
import { mendedOrigin } from '#lib/fhir/resource-origin.ts'
import type { Match, ResourceStore, Search, StoredVersion, Visibility } from '#server/fhir/store.ts'
import type { ResourceDatabase } from '../../storage.ts'
import type { EventIndex } from '../audit/event-index.ts'
import { whenFree } from '../durability/busy-retry.ts'
import type { Sqlite } from '../file/database.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Searches } from '../search/searches.ts'
import { isMoment, momentOf, seqOf } from './moment.ts'
import type { Reindexing } from './reindexing.ts'

/** Lists of fewer resources are made within a few milliseconds. */
const MANY = 10_000

export interface VersionRow {
  readonly type: string
  readonly id: string
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: number
  readonly origin: string | null
  readonly body: string | null
  readonly supersededBy: number | null
}

const VERSION = `SELECT v.type, v.id, v.versionId, v.lastUpdated, v.deleted, v.origin, v.supersededBy, b.body
  FROM resource_version v LEFT JOIN resource_body b ON b.seq = v.seq`
const NUMBERED = `${VERSION} WHERE v.seq = ?`

// Written out, because spreading each row of a page costs as much as reading it.
export function toVersion(row: VersionRow): StoredVersion {
  const origin = row.origin ?? undefined
  return {
    type: row.type,
    id: row.id,
    versionId: row.versionId,
    lastUpdated: row.lastUpdated,
    deleted: row.deleted === 1,
    origin,
    body: row.body === null ? undefined : mendedOrigin(row.body, row.type, origin),
  }
}

/** Reads versions by type, id and version id. */
export interface VersionReader {
  /** The newest version, including a deletion. */
  readonly current: (type: string, id: string) => StoredVersion | undefined
  readonly version: (type: string, id: string, versionId: number) => StoredVersion | undefined
  /** The version with a seq. */
  readonly numbered: (seq: number) => StoredVersion | undefined
}

/** Its methods throw what SQLite throws. */
export function versionReader(sql: Sqlite): VersionReader {
  const current = sql.prepare<[string, string], VersionRow>(
    `${VERSION} WHERE v.type = ? AND v.id = ? ORDER BY v.versionId DESC LIMIT 1`,
  )
  const version = sql.prepare<[string, string, number], VersionRow>(
    `${VERSION} WHERE v.type = ? AND v.id = ? AND v.versionId = ?`,
  )
  const numbered = sql.prepare<[number], VersionRow>(NUMBERED)
  const versionOf = (row: VersionRow | undefined) => row && toVersion(row)
  return {
    current: (type, id) => versionOf(current.get(type, id)),
    version: (type, id, versionId) => versionOf(version.get(type, id, versionId)),
    numbered: (seq) => versionOf(numbered.get(seq)),
  }
}

/** What may be missing in the index: events of the log, which are added late, and values that are being made anew. */
export interface Indexing extends Pick<Reindexing, 'isPartial'> {
  readonly events: EventIndex
}

/** Reads and searches. Its methods throw what SQLite throws. */
export function resourceStore(
  sql: Sqlite,
  index: SearchIndex,
  search: Searches,
  { events, isPartial }: Indexing,
): Omit<ResourceStore, 'history'> & Pick<ResourceDatabase, 'prepareLists'> {
  const types = sql.prepare<[number], { type: string }>(
    'SELECT type FROM resource_count GROUP BY type HAVING sum(count) >= ?',
  )
  const numbered = sql.prepare<[number], VersionRow>(NUMBERED)
  const read = versionReader(sql)

  const matchOf = (seq: number, visibility: Visibility): Match | undefined => {
    const row = numbered.get(seq)
    const isOld = row !== undefined && row.supersededBy !== null
    return row && { ...toVersion(row), withheld: isOld && isWithheld(read.current(row.type, row.id), visibility) }
  }

  const matches = (seqs: readonly number[], visibility: Visibility): Promise<readonly Match[]> =>
    inSlices(seqs, (seq) => matchOf(seq, visibility))

  const lookAhead: ResourceStore['lookAhead'] = async (wanted, asking) => {
    for (; looksAtEvents(wanted.search) && events.isBehind(); await othersFirst()) await whenFree(sql, events.addSome)
    const partial = isPartial(wanted.search)
    const { asOfSeq, seqs, total, cost } = await search.first(wanted, asking)
    return { asOfSeq: momentOf(asOfSeq), seqs, total, cost, isPartial: partial, isWhole: seqs.length < wanted.limit }
  }

  return {
    readCurrent: read.current,
    readVersion: read.version,
    currentSeq: index.currentSeq,
    lookAhead,
    search: async (wanted, asking) => {
      const { seqs, isWhole: _, ...found } = await lookAhead(wanted, asking)
      return { ...found, matches: await matches(seqs, wanted.search.visibility) }
    },
    page: async (asked, at, offset, limit, asking) =>
      matches(await search.from(asked, seqOf(at), offset, limit, asking), asked.visibility),
    isMoment,
    prepare: (asked, at, asking) => search.prepare(asked, seqOf(at), asking),
    prepareLists: async () => {
      for (const { type } of types.all(MANY))
        for (const sort of ['-_lastUpdated', '_id'] as const)
          search.prepare({ type, conditions: [], visibility: 'all', sort }, index.currentSeq())
    },
  }
}

/** True for a search by index values of the audit log: an event has some only once it is in the index. */
const looksAtEvents = ({ type, conditions, sort }: Search): boolean =>
  type === 'AuditEvent' && (conditions.length > 0 || typeof sort !== 'string')

/** True if the resource of a match is deleted by now, or has an origin that the search may not see. */
const isWithheld = (current: StoredVersion | undefined, visibility: Visibility): boolean => {
  if (!current || current.deleted) return true
  const { origin } = current
  return visibility !== 'all' && (origin === undefined || !visibility.origins.includes(origin))
}
