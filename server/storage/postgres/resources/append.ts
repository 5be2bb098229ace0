// Adds versions to resources, any number of them in one statement.
import { formatInstant } from '#lib/fhir/instant.ts'
import { withVersion } from '#lib/fhir/resource-text.ts'
import type { PreparedResource, StoredVersion, WrittenBy } from '#server/fhir/store.ts'
import type { Run } from '../connection/line.ts'

/** The newest version of a resource: one that is stored or, without a seq, one that is to be written with this one. */
export interface Head {
  readonly seq?: number
  readonly versionId: number
  readonly lastUpdated: number
  readonly deleted: boolean
  readonly origin: string | null
  readonly contentHash: string | null
}

/** A version that is to be written. */
export interface NewVersion extends Head {
  readonly type: string
  readonly id: string
  readonly body: string | null
  /** Index values: param, system and value, one after the other. */
  readonly values: string[]
  readonly last: Head | undefined
  readonly by: WrittenBy | undefined
}

/** The next version of a resource. Even if the clock was set back, it is not older than the one that it replaces. */
export function nextVersion(
  resource: PreparedResource,
  last: Head | undefined,
  now: number,
  by?: WrittenBy,
): NewVersion {
  const { type, id, origin, contentHash, values } = resource
  const [versionId, lastUpdated] = [(last?.versionId ?? 0) + 1, Math.max(now, last?.lastUpdated ?? now)]
  const body = withVersion(resource.text, { versionId, lastUpdated: formatInstant(lastUpdated) })
  return { type, id, versionId, lastUpdated, deleted: false, origin, contentHash, body, values: [...values], last, by }
}

/** A deletion as the next version. It keeps the origin, so that only clients that could see the resource learn that it is gone. */
export function deletion(type: string, id: string, last: Head, now: number): NewVersion {
  const { versionId, origin } = last
  const lastUpdated = Math.max(now, last.lastUpdated)
  return {
    type,
    id,
    versionId: versionId + 1,
    lastUpdated,
    deleted: true,
    origin,
    contentHash: null,
    body: null,
    values: [],
    last,
    by: undefined,
  }
}

export const storedAs = ({ type, id, versionId, lastUpdated, deleted, origin, body }: NewVersion): StoredVersion => ({
  ...{ type, id, versionId, lastUpdated, deleted },
  ...{ origin: origin ?? undefined, body: body ?? undefined },
})

// A version that another one of the same statement supersedes is inserted so: a statement does not see its own rows.
const APPEND = `WITH n AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('resource_version', 'seq')) AS seq, q.*
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::boolean[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[])
      WITH ORDINALITY AS q(type, id, "versionId", "lastUpdated", deleted, origin, "contentHash", body, before, "beforeHere", at)
  ), versions AS (
    INSERT INTO resource_version (seq, type, id, "versionId", "lastUpdated", deleted, origin, "contentHash", "supersededBy", superseded)
    SELECT n.seq, n.type, n.id, n."versionId", n."lastUpdated", n.deleted, n.origin, n."contentHash", next.seq, CASE WHEN next.seq IS NOT NULL THEN pg_current_xact_id() END
    FROM n LEFT JOIN n next ON next."beforeHere" = n.at
  ), bodies AS (
    INSERT INTO resource_body (seq, body) SELECT n.seq, n.body FROM n WHERE n.body IS NOT NULL
  ), before AS (
    UPDATE resource_version v SET "supersededBy" = n.seq, superseded = pg_current_xact_id() FROM n WHERE v.seq = n.before
  ), found AS (
    INSERT INTO search_value (seq, type, param, system, value) SELECT n.seq, n.type, s.param, s.system, s.value
    FROM unnest($11::bigint[], $12::text[], $13::text[], $14::text[]) AS s(at, param, system, value) JOIN n ON n.at = s.at
  ), counted AS (
    INSERT INTO resource_count (type, origin, slot, count) SELECT c.type, c.origin, writing_slot(), c.change
    FROM unnest($15::text[], $16::text[], $17::bigint[]) AS c(type, origin, change)
    ON CONFLICT (type, origin, slot) DO UPDATE SET count = resource_count.count + excluded.count
  ), told AS (
    INSERT INTO resource_event (seq, "requestId", "correlationId", "traceId", "clientId") SELECT n.seq, e."requestId", e."correlationId", e."traceId", e."clientId"
    FROM unnest($18::bigint[], $19::text[], $20::text[], $21::text[], $22::text[]) AS e(at, "requestId", "correlationId", "traceId", "clientId") JOIN n ON n.at = e.at
  )
  SELECT seq FROM n ORDER BY at`

/** Param, system and value. */
const COLUMNS = 3

/** Writes versions, in order, and gives their numbers. Call it in a transaction that knows their newest versions. */
export async function append(run: Run, versions: readonly NewVersion[]): Promise<ReadonlyMap<NewVersion, number>> {
  if (versions.length === 0) return new Map()
  const columns = <Key extends keyof NewVersion>(...keys: readonly Key[]) =>
    keys.map((key) => versions.map((version) => version[key]))
  const places = new Map<Head, number>(versions.map((version, at) => [version, at + 1]))
  const counts = changesOf(versions)
  const events = versions.flatMap(({ by }, at) =>
    by ? [[at + 1, by.requestId, by.correlationId ?? null, by.traceId, by.clientId]] : [],
  )
  const rows = await run<{ readonly seq: number }>(APPEND, [
    ...columns('type', 'id', 'versionId', 'lastUpdated', 'deleted', 'origin', 'contentHash', 'body'),
    versions.map(({ last }) => last?.seq ?? null),
    versions.map(({ last }) => (last && places.get(last)) ?? null),
    ...indexValues(versions, (at) => at + 1),
    ...transposed(counts, 3),
    ...transposed(events, 5),
  ])
  return new Map(rows.flatMap(({ seq }, at) => versions.slice(at, at + 1).map((version) => [version, seq] as const)))
}

/** The index values of versions as columns: a number for each version, param, system and value. */
export const indexValues = (versions: readonly NewVersion[], numberOf: (at: number) => number | undefined) =>
  transposed(
    versions.flatMap(({ values }, at) =>
      Array.from({ length: values.length / COLUMNS }, (_, n) => [
        numberOf(at),
        ...values.slice(n * COLUMNS, (n + 1) * COLUMNS),
      ]),
    ),
    1 + COLUMNS,
  )

/** Changes to the counts of current resources: type, origin and change. */
function changesOf(versions: readonly NewVersion[]): readonly (readonly [string, string, number])[] {
  const changes = new Map<string, [string, string, number]>()
  const add = (type: string, origin: string | null, change: number) => {
    const key = JSON.stringify([type, origin ?? ''])
    const known = changes.get(key)
    if (known) known[2] += change
    else changes.set(key, [type, origin ?? '', change])
  }
  for (const { type, origin, deleted, last } of versions) {
    if (last && !last.deleted) add(type, last.origin, -1)
    if (!deleted) add(type, origin, 1)
  }
  return [...changes.values()].filter(([, , change]) => change !== 0)
}

const transposed = (rows: readonly (readonly unknown[])[], width: number): readonly (readonly unknown[])[] =>
  Array.from({ length: width }, (_, at) => rows.map((row) => row[at]))
