// Reads histories. The history of one resource is read on this thread, that of a type in a worker, because a type may
// have any number of versions.

import { LRUCache } from 'lru-cache'
import { inSlices } from '#lib/async/in-slices.ts'
import { shortKey } from '#lib/crypto/hash.ts'
import type { Asking, History, HistoryVersion, ResourceStore, Visibility } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { historyLists } from '../search/history-list.ts'
import type { SearchIndex } from '../search/index.ts'
import type { List } from '../search/result-lists.ts'
import { BY_ITSELF, type Lane, type SearchWorkers } from '../threads/search-work.ts'
import { momentOf, seqOf } from './moment.ts'
import { toVersion, type VersionRow } from './resource-store.ts'

/** Memory for the lists of types, in bytes. A million versions take 4 MB. */
const MOST_LIST_BYTES = 32 * 2 ** 20
/** Versions of one resource that are read within a few milliseconds, and those that hold up nobody. */
const FEW_VERSIONS = 1000
const BRIEF_VERSIONS = 20_000
/** The accounted size of an empty list, in bytes. */
const LEAST_LIST_BYTES = 1000

interface Listed {
  readonly key: string
  readonly list: List
}

interface HistoryRow extends VersionRow {
  /** Whether the previous version is a deletion; null if there is no previous version. */
  readonly afterDeletion: number | null
}

/** Histories of resources. Rejects with what SQLite throws. */
export function histories(sql: Sqlite, index: SearchIndex, workers: SearchWorkers): ResourceStore['history'] {
  const here = historyLists(sql)
  const lists = new LRUCache<string, Listed>({
    maxSize: MOST_LIST_BYTES,
    sizeCalculation: ({ list }) => LEAST_LIST_BYTES + list.seqs.byteLength,
  })
  const numbered = sql.prepare<[number], HistoryRow>(
    `SELECT v.type, v.id, v.versionId, v.lastUpdated, v.deleted, v.origin, v.supersededBy, b.body, p.deleted AS afterDeletion
     FROM resource_version v LEFT JOIN resource_body b ON b.seq = v.seq
     LEFT JOIN resource_version p ON p.type = v.type AND p.id = v.id AND p.versionId = v.versionId - 1
     WHERE v.seq = ?`,
  )
  const originNow = sql
    .prepare<[string, string], string | null>(
      'SELECT origin FROM resource_version WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1',
    )
    .pluck()

  const newestVersion = sql
    .prepare<[string, string], number>(
      'SELECT versionId FROM resource_version WHERE type = ? AND id = ? ORDER BY versionId DESC LIMIT 1',
    )
    .pluck()

  const versionOf = (seq: number, visibility: Visibility): HistoryVersion | undefined => {
    const row = numbered.get(seq)
    if (!row) return undefined
    const isOld = row.supersededBy !== null && visibility !== 'all'
    const withheld = isOld && !visibility.origins.includes(originNow.get(row.type, row.id) ?? '')
    return { ...toVersion(row), created: row.afterDeletion !== 0, withheld }
  }

  /** Where the versions are looked for: on this thread where they are few. */
  const laneOf = ({ type, id }: History): Lane | undefined => {
    if (id === undefined) return 'wide'
    const versions = newestVersion.get(type, id) ?? 0
    return versions > FEW_VERSIONS ? (versions > BRIEF_VERSIONS ? 'wide' : 'brief') : undefined
  }

  const newestUpTo = (asOfSeq: number, key: string): List | undefined => {
    let newest: List | undefined
    for (const { key: other, list } of lists.values())
      if (other === key && list.asOfSeq <= asOfSeq && list.asOfSeq > (newest?.asOfSeq ?? -1)) newest = list
    return newest
  }

  const listAt = async (history: History, asked: number | undefined, asking: Asking): Promise<List> => {
    const lane = laneOf(history)
    if (!lane) return here.listOf(history, asked)
    // A list made before resources were permanently removed still contains them, so newer lists never continue it.
    const key = shortKey(`${index.removals(history.type)} ${JSON.stringify(history)}`)
    const wanted = asked ?? index.currentSeq()
    const known = lists.get(`${wanted} ${key}`)?.list
    if (known) return known
    const base = newestUpTo(wanted, key)
    const list = await workers.history({ history, asOfSeq: asked, base }, lane, asking)
    lists.set(`${list.asOfSeq} ${key}`, { key, list })
    return list
  }

  return async ({ history, asOfSeq: at, offset, limit }, asking = BY_ITSELF) => {
    const { asOfSeq, seqs } = await listAt(history, at && seqOf(at), asking)
    const versions = await inSlices(Array.from(seqs.subarray(offset, offset + limit)), (seq) =>
      versionOf(seq, history.visibility),
    )
    return { asOfSeq: momentOf(asOfSeq), total: seqs.length, versions }
  }
}
