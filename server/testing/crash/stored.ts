// Compares every stored version with an earlier look: none may disappear or change, and each must be complete.
import { createHash } from 'node:crypto'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import type { Sqlite } from '#server/storage/sqlite/file/database.ts'

interface Row {
  readonly seq: number
  readonly type: string
  readonly id: string
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: number
  readonly origin: string | null
  readonly contentHash: string | null
  readonly supersededBy: number | null
  readonly body: string | null
}

export interface Stored {
  /** Looks at everything; what is wrong, one sentence each. */
  readonly look: (sql: Sqlite) => readonly string[]
  /** Versions seen so far. */
  readonly count: () => number
}

/** Problems of a whole database, each a count that should be 0. */
const COUNTED: Readonly<Record<string, string>> = {
  'versions without a text': `SELECT count(*) FROM resource_version v LEFT JOIN resource_body b ON b.seq = v.seq
    WHERE (v.deleted = 0) = (b.seq IS NULL)`,
  'texts without a version': 'SELECT count(*) FROM resource_body WHERE seq NOT IN (SELECT seq FROM resource_version)',
  'search values without a version':
    'SELECT count(*) FROM search_value WHERE seq NOT IN (SELECT seq FROM resource_version)',
  'events without search values': `SELECT count(*) FROM audit_link l
    JOIN resource_version v ON v.type = 'AuditEvent' AND v.id = l.eventId
    WHERE l.position <= (SELECT position FROM audit_index) AND v.seq NOT IN (SELECT seq FROM search_value)`,
  'versions that are not followed by the next one': `SELECT count(*) FROM (
    SELECT versionId, supersededBy, lastUpdated, row_number() OVER own AS place, lead(seq) OVER own AS following,
      lag(lastUpdated) OVER own AS before
    FROM resource_version WINDOW own AS (PARTITION BY type, id ORDER BY versionId))
    WHERE versionId <> place OR supersededBy IS NOT following OR lastUpdated < before`,
  'wrong counts of resources': `SELECT count(*) FROM (
    SELECT type, ifnull(origin, '') AS origin, count(*) AS n FROM resource_version
    WHERE supersededBy IS NULL AND deleted = 0 GROUP BY 1, 2) real
    LEFT JOIN resource_count c ON c.type = real.type AND c.origin = real.origin WHERE c.count IS NOT real.n`,
}

/** Remembers the versions seen; seq is assigned in order and tells the new ones. */
export function storedVersions(): Stored {
  const seen = new Map<number, string>()
  return {
    count: () => seen.size,
    look: (sql) =>
      sql.transaction(() => [...whole(sql), ...foreign(sql), ...changed(sql, seen), ...orderOf(sql)]).deferred(),
  }
}

function whole(sql: Sqlite): readonly string[] {
  const answer = sql.pragma('integrity_check', { simple: true })
  return answer === 'ok' ? [] : [`integrity_check: ${String(answer)}`]
}

function foreign(sql: Sqlite): readonly string[] {
  const broken = sql.pragma('foreign_key_check') as readonly unknown[]
  return broken.length === 0 ? [] : [`foreign_key_check: ${broken.length} rows`]
}

const orderOf = (sql: Sqlite): readonly string[] =>
  Object.entries(COUNTED).flatMap(([what, query]) => {
    const count = sql.prepare<[], number>(query).pluck().get()
    return count === 0 ? [] : [`${count} ${what}`]
  })

function changed(sql: Sqlite, seen: Map<number, string>): readonly string[] {
  const wrong: string[] = []
  const rows = sql.prepare<[], Row>(
    'SELECT v.*, b.body FROM resource_version v LEFT JOIN resource_body b ON b.seq = v.seq',
  )
  const values = sql
    .prepare<[number], string>('SELECT param || char(0) || system || char(0) || value FROM search_value WHERE seq = ?')
    .pluck()
  // Events go into the index by the hundred (storage/sqlite/audit/event-index.ts): after a kill some are still to come.
  const waiting = new Set(
    sql
      .prepare<[], string>('SELECT eventId FROM audit_link WHERE position > (SELECT position FROM audit_index)')
      .pluck()
      .all(),
  )
  const earlier = seen.size
  let still = 0
  for (const row of rows.iterate()) {
    const fingerprint = fingerprintOf(row)
    const before = seen.get(row.seq)
    if (before !== undefined) still += 1
    if (before !== undefined && before !== fingerprint) wrong.push(`${nameOf(row)} is not what it was`)
    // The values of what was superseded are removed after a minute (storage/sqlite/search/past-values.ts).
    const isNew = before === undefined && row.body !== null && row.supersededBy === null
    if (isNew && !hasItsValues(row, values.all(row.seq), waiting.has(row.id)))
      wrong.push(`${nameOf(row)} has not the search values of its text`)
    seen.set(row.seq, fingerprint)
  }
  if (still < earlier) wrong.push(`${earlier - still} versions are gone`)
  return wrong
}

/** Everything of a version but who comes after it, which may change once. */
const fingerprintOf = ({ supersededBy: _, ...row }: Row): string =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64')

const nameOf = ({ type, id, versionId }: Row) => `${type}/${id}/_history/${versionId}`

function hasItsValues({ type, id, body, contentHash }: Row, stored: readonly string[], isWaiting: boolean): boolean {
  const text = body ?? ''
  const prepared = prepareResource({ type, id, text, parsed: JSON.parse(text) as Readonly<Record<string, unknown>> })
  const expected: string[] = []
  const { values } = prepared
  for (let at = 0; at < values.length; at += 3) expected.push([values[at], values[at + 1], values[at + 2]].join('\0'))
  const wanted = isWaiting ? [] : [...new Set(expected)].sort(byBytes)
  return contentHash === prepared.contentHash && JSON.stringify([...stored].sort(byBytes)) === JSON.stringify(wanted)
}

const byBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
