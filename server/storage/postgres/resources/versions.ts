// Reads versions of resources: all that are asked for at the same moment in one statement.
import { mendedOrigin } from '#lib/fhir/resource-origin.ts'
import type { Match, StoredVersion, Visibility } from '#server/fhir/store.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'

export interface VersionRow {
  readonly seq: number
  readonly type: string
  readonly id: string
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: boolean
  readonly origin: string | null
  readonly contentHash: string | null
  readonly body: string | null
}

const COLUMNS = 'v.seq, v.type, v.id, v."versionId", v."lastUpdated", v.deleted, v.origin, v."contentHash", b.body'

export const CURRENT = `SELECT asked.n, ${COLUMNS} FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked(type, id, n)
  CROSS JOIN LATERAL (SELECT * FROM resource_version v WHERE v.type = asked.type AND v.id = asked.id ORDER BY v."versionId" DESC LIMIT 1) v
  LEFT JOIN resource_body b ON b.seq = v.seq`
export const VERSION = `SELECT asked.n, ${COLUMNS} FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked(type, id, version, n)
  JOIN resource_version v ON v.type = asked.type AND v.id = asked.id AND v."versionId" = asked.version
  LEFT JOIN resource_body b ON b.seq = v.seq`
/** With the newest version of a resource whose version was superseded. */
const MATCHES = `SELECT ${COLUMNS}, v."supersededBy" IS NOT NULL AS "isOld", c.deleted AS "isGone", c.origin AS "originNow"
  FROM unnest($1::bigint[]) WITH ORDINALITY AS asked(seq, n) JOIN resource_version v ON v.seq = asked.seq LEFT JOIN resource_body b ON b.seq = v.seq
  LEFT JOIN LATERAL (SELECT n.deleted, n.origin FROM resource_version n WHERE v."supersededBy" IS NOT NULL AND n.type = v.type AND n.id = v.id
    ORDER BY n."versionId" DESC LIMIT 1) c ON TRUE ORDER BY asked.n`

interface MatchRow extends VersionRow {
  readonly isOld: boolean
  readonly isGone: boolean | null
  readonly originNow: string | null
}

export function toVersion(row: Omit<VersionRow, 'seq' | 'contentHash'>): StoredVersion {
  const origin = row.origin ?? undefined
  const { type, id, versionId, lastUpdated, deleted, body } = row
  return {
    type,
    id,
    versionId,
    lastUpdated,
    deleted,
    origin,
    body: body === null ? undefined : mendedOrigin(body, type, origin),
  }
}

export interface VersionReader {
  /** The newest version, including a deletion. */
  readonly readCurrent: (type: string, id: string) => Promise<StoredVersion | undefined>
  readonly readVersion: (type: string, id: string, versionId: number) => Promise<StoredVersion | undefined>
}

/** The most that a version can be: what a bigint holds and a number does, too. */
const isVersion = (versionId: number): boolean => Number.isSafeInteger(versionId)

export function versionReader({ gathered }: Pick<Postgres, 'gathered'>): VersionReader {
  const current = gathered<[type: string, id: string], VersionRow>(CURRENT)
  const version = gathered<[type: string, id: string, versionId: number], VersionRow>(VERSION)
  const versionOf = (row: VersionRow | undefined) => row && toVersion(row)
  return {
    readCurrent: async (type, id) => versionOf(await current(type, id)),
    readVersion: async (type, id, versionId) =>
      isVersion(versionId) ? versionOf(await version(type, id, versionId)) : undefined,
  }
}

/** The versions with some seqs, in their order, as they were; with what a search may not show any more withheld. */
export async function matchesOf(run: Run, seqs: readonly number[], visibility: Visibility): Promise<readonly Match[]> {
  if (seqs.length === 0) return []
  const rows = await run<MatchRow>(MATCHES, [seqs])
  return rows.map((row) => ({ ...toVersion(row), withheld: row.isOld && isWithheld(row, visibility) }))
}

/** True if the resource of a match is deleted by now, or has an origin that the search may not see. */
const isWithheld = ({ isGone, originNow }: MatchRow, visibility: Visibility): boolean =>
  isGone !== false || (visibility !== 'all' && (originNow === null || !visibility.origins.includes(originNow)))
