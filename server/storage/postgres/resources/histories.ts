// Histories as of a moment, the newest version first: a page is read behind the number of the version where the one before ended.
import { LRUCache } from 'lru-cache'
import { shortKey } from '#lib/crypto/hash.ts'
import type { Asking, History, HistoryFound, HistoryVersion, HistoryWanted, Moment } from '#server/fhir/store.ts'
import type { Run } from '../connection/line.ts'
import { restored } from '../connection/nul.ts'
import type { Lanes } from '../search/lanes.ts'
import { numbered, type Sql, sql } from '../search/sql.ts'
import { toVersion, type VersionRow } from './versions.ts'

/** Pages whose ends are known, and histories whose length is. */
const MOST_KNOWN = 10_000

interface HistoryRow extends VersionRow {
  /** Whether the previous version is a deletion; null if there is no previous version. */
  readonly afterDeletion: boolean | null
  readonly isOld: boolean
  readonly originNow: string | null
}

interface Page {
  readonly moment: Moment
  readonly total: number | null
  readonly rows: readonly HistoryRow[] | null
}

type Histories = (wanted: HistoryWanted, asking: Asking) => Promise<HistoryFound>

/** The histories. `brief` reads that of one resource, a wide search that of a type. */
export function histories({ brief, wide }: Pick<Lanes, 'brief' | 'wide'>): Histories {
  const ends = new LRUCache<string, { readonly offset: number; readonly seq: number }>({ max: MOST_KNOWN })
  const totals = new LRUCache<string, number>({ max: MOST_KNOWN })

  const pageOf = async (run: Run, { history, asOfSeq, offset, limit }: HistoryWanted): Promise<HistoryFound> => {
    const keyAt = (moment: Moment) => shortKey(`${moment} ${JSON.stringify(history)}`)
    const known = asOfSeq === undefined ? undefined : ends.get(keyAt(asOfSeq))
    const end = known && known.offset <= offset ? known : undefined
    const total = asOfSeq === undefined ? undefined : totals.get(keyAt(asOfSeq))
    const statement = paged(history, asOfSeq, {
      before: end?.seq,
      offset: offset - (end?.offset ?? 0),
      limit,
      isCounted: total === undefined,
    })
    const [page] = await run<Page>(...numbered(statement))
    if (!page) throw new Error('A history gave no row.')
    const rows = page.rows ?? []
    const last = rows.at(-1)
    const moment = asOfSeq ?? page.moment
    const count = total ?? page.total ?? 0
    if (last) ends.set(keyAt(moment), { offset: offset + rows.length, seq: last.seq })
    totals.set(keyAt(moment), count)
    return { asOfSeq: moment, total: count, versions: rows.map((row) => shown(row, history)) }
  }

  return (wanted, asking) =>
    wanted.history.id === undefined ? wide(asking, (run) => pageOf(run, wanted)) : pageOf(brief, wanted)
}

function shown(row: HistoryRow, { visibility }: History): HistoryVersion {
  // Within JSON, texts come as they are stored.
  const origin = row.origin === null ? null : restored(row.origin)
  const body = row.body === null ? null : restored(row.body)
  const isSeen = !row.isOld || visibility === 'all' || visibility.origins.includes(restored(row.originNow ?? ''))
  return { ...toVersion({ ...row, origin, body }), created: row.afterDeletion !== false, withheld: !isSeen }
}

interface Part {
  /** Only versions before this one. */
  readonly before: number | undefined
  readonly offset: number
  readonly limit: number
  readonly isCounted: boolean
}

/** A part of a history, and how many versions there are. */
function paged(history: History, at: Moment | undefined, { before, offset, limit, isCounted }: Part): Sql {
  const all = sql`FROM resource_version r WHERE r.type = ${history.type} AND ${testsOf(history, at)}`
  const behind = before === undefined ? sql`` : sql`AND r.seq < ${before}::bigint`
  return sql`SELECT pg_current_snapshot()::text AS moment, ${isCounted ? sql`(SELECT count(*) ${all})` : sql`NULL::bigint`} AS total,
    (SELECT json_agg(row_to_json(p) ORDER BY p.seq DESC) FROM (
      SELECT v.seq, v.type, v.id, v."versionId", v."lastUpdated", v.deleted, v.origin, NULL AS "contentHash", b.body, before.deleted AS "afterDeletion",
        v."supersededBy" IS NOT NULL AS "isOld", now.origin AS "originNow"
      FROM (SELECT r.* ${all} ${behind} ORDER BY r.seq DESC OFFSET ${offset}::bigint LIMIT ${limit}::bigint) v LEFT JOIN resource_body b ON b.seq = v.seq
      LEFT JOIN resource_version before ON before.type = v.type AND before.id = v.id AND before."versionId" = v."versionId" - 1
      LEFT JOIN LATERAL (SELECT n.origin FROM resource_version n WHERE n.type = v.type AND n.id = v.id ORDER BY n."versionId" DESC LIMIT 1) now ON TRUE
    ) p) AS rows`
}

/** What a history asks of a version `r`, as of a moment or as of now. */
function testsOf({ type, id, visibility, since, at: interval }: History, at: Moment | undefined): Sql {
  const isThere = (version: 'r' | 'n') =>
    at === undefined
      ? sql`TRUE`
      : version === 'r'
        ? sql`pg_visible_in_snapshot(r.created, ${at}::pg_snapshot)`
        : sql`pg_visible_in_snapshot(n.created, ${at}::pg_snapshot)`
  return sql`${isThere('r')} ${id === undefined ? sql`` : sql`AND r.id = ${id}`} ${
    since === undefined ? sql`` : sql`AND r."lastUpdated" >= ${Math.ceil(since)}::bigint`
  } ${
    interval
      ? sql`AND r."lastUpdated" < ${Math.ceil(interval.to)}::bigint AND (r."lastUpdated" >= ${Math.ceil(interval.from)}::bigint OR NOT EXISTS (
          SELECT 1 FROM resource_version n WHERE n.seq = r."supersededBy" AND ${isThere('n')} AND n."lastUpdated" <= ${Math.ceil(interval.from)}::bigint OFFSET 0))`
      : sql``
  } ${
    visibility === 'all'
      ? sql``
      : sql`AND r.origin = ANY(${visibility.origins}::text[]) AND (SELECT n.origin FROM resource_version n
          WHERE n.type = ${type} AND n.id = r.id AND ${isThere('n')} ORDER BY n."versionId" DESC LIMIT 1) = ANY(${visibility.origins}::text[])`
  }`
}
