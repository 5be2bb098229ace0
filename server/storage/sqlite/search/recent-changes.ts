// What was written since a moment, read once and compared in memory with every search of a transaction: hundreds of
// searches, each of which asked the database about every write, would hold the lock for as long as they take.
import { byParam, isFoundBy, type Searched, type ValuesByParam } from '#lib/fhir/search/matching.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import type { Search } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { rowWatch } from './time-limit.ts'

/** The versions that match at exactly one of two moments. */
interface Differing {
  readonly gone: readonly number[]
  readonly come: readonly number[]
}

export interface RecentChanges {
  /** Forgets what was read. Call it at the start of each transaction, because one that was undone left other versions. */
  readonly forget: () => void
  /** What a search finds now and did not find at a seq, and what it found then and does not find now. */
  readonly since: (search: Search, from: number) => Differing
  /** True if a search finds a resource as it is now. */
  readonly finds: (search: Search, type: string, id: string) => boolean
}

interface Row extends Omit<Searched, 'origin'> {
  readonly seq: number
  readonly deleted: number
  readonly origin: string | null
}

interface Version extends Searched {
  readonly seq: number
  readonly isDeleted: boolean
  readonly values: () => ValuesByParam
}

interface Written {
  readonly version: Version
  /** The seq of the version before it. */
  readonly earlier: number | null
  isNewest: boolean
}

const COLUMNS = 'v.seq, v.type, v.id, v.lastUpdated, v.deleted, v.origin'

/** On the connection of the transaction. */
export function recentChanges(sql: Sqlite): RecentChanges {
  const between = sql.prepare<[number, number], Row & { readonly earlier: number | null }>(
    `SELECT ${COLUMNS}, p.seq AS earlier FROM resource_version v
     LEFT JOIN resource_version p ON p.type = v.type AND p.id = v.id AND p.versionId = v.versionId - 1
     WHERE v.seq > ? AND v.seq <= ? ORDER BY v.seq`,
  )
  const one = sql.prepare<[number], Row>(`SELECT ${COLUMNS} FROM resource_version v WHERE v.seq = ?`)
  const current = sql.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM resource_version v WHERE v.type = ? AND v.id = ? ORDER BY v.versionId DESC LIMIT 1`,
  )
  const valuesOf = sql.prepare<[number], IndexedValue>('SELECT param, system, value FROM search_value WHERE seq = ?')
  const watch = rowWatch(sql)

  let written: Written[] = []
  let newest = new Map<string, Written>()
  let earlier = new Map<number, Version | undefined>()
  /** What was written after the first and up to the second is read. */
  let [begin, end] = [Number.POSITIVE_INFINITY, 0]

  const forget = () => {
    written = []
    newest = new Map()
    earlier = new Map()
    begin = Number.POSITIVE_INFINITY
    end = 0
  }

  const versionOf = ({ origin, deleted, ...row }: Row): Version => {
    let values: ValuesByParam | undefined
    return {
      ...row,
      origin: origin ?? undefined,
      isDeleted: deleted === 1,
      values: () => {
        values ??= byParam(valuesOf.all(row.seq))
        return values
      },
    }
  }

  const readFrom = (from: number) => {
    if (from < begin) {
      forget()
      begin = from
      end = from
    }
    for (const { earlier: before, ...row } of between.all(end, Number.MAX_SAFE_INTEGER)) {
      const next = { version: versionOf(row), earlier: before, isNewest: true }
      const address = `${row.type}/${row.id}`
      const last = newest.get(address)
      if (last) last.isNewest = false
      newest.set(address, next)
      written.push(next)
      end = row.seq
    }
  }

  const versionBefore = (seq: number): Version | undefined => {
    if (!earlier.has(seq)) {
      const row = one.get(seq)
      earlier.set(seq, row && versionOf(row))
    }
    return earlier.get(seq)
  }

  return {
    forget,
    since: (search, from) => {
      readFrom(from)
      const [gone, come]: [number[], number[]] = [[], []]
      for (const { version, earlier: before, isNewest } of written) {
        watch.look()
        if (version.seq <= from || version.type !== search.type) continue
        if (before !== null && before <= from && matches(search, versionBefore(before))) gone.push(before)
        if (isNewest && matches(search, version)) come.push(version.seq)
      }
      return { gone, come }
    },
    finds: (search, type, id) => {
      const row = current.get(type, id)
      return row !== undefined && matches(search, versionOf(row))
    },
  }
}

const matches = (search: Search, version: Version | undefined): boolean =>
  version?.type === search.type && !version.isDeleted && isFoundBy(search, version, version.values())
