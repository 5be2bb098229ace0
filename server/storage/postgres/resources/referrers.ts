// Finds the current resources that refer to a resource, by the references in the search index.
import { referenceIndexes } from '#lib/fhir/search/parameters.ts'
import type { Referrer, WriteTransaction } from '#server/fhir/store.ts'
import type { Run } from '../connection/line.ts'

const TYPES = `SELECT DISTINCT type FROM resource_count WHERE type <> 'AuditEvent' ORDER BY type`
const IS_CURRENT = 'r."supersededBy" IS NULL AND NOT r.deleted AND NOT (r.type = $1 AND r.id = $2)'
const BY_VALUE = `SELECT DISTINCT r.type, r.id, r.origin FROM unnest($3::text[], $4::text[]) AS i(type, param) CROSS JOIN unnest($5::text[]) AS a(value)
  CROSS JOIN LATERAL (SELECT s.seq FROM search_value s WHERE s.type = i.type AND s.param = i.param AND s.value = a.value OFFSET 0) s
  CROSS JOIN LATERAL (SELECT r.type, r.id, r.origin FROM resource_version r WHERE r.seq = s.seq AND ${IS_CURRENT} OFFSET 0) r LIMIT $6::bigint`
/** The resource-origin of a resource has its own column. */
const BY_ORIGIN = `SELECT r.type, r.id, r.origin FROM unnest($3::text[]) AS i(type)
  CROSS JOIN LATERAL (SELECT r.type, r.id, r.origin FROM resource_version r WHERE r.type = i.type AND r.origin = $2 AND ${IS_CURRENT} LIMIT $4::bigint) r LIMIT $4::bigint`

interface ReferrerRow extends Pick<Referrer, 'type' | 'id'> {
  readonly origin: string | null
}

/** Those that a connection sees. A resource that refers to itself is none. */
export async function referrersIn(
  run: Run,
  ...[{ type, id }, bases, limit]: Parameters<WriteTransaction['referrers']>
): Promise<readonly Referrer[]> {
  const types = (await run<{ readonly type: string }>(TYPES)).map((row) => row.type)
  const indexes = types.flatMap((of) => referenceIndexes(of).map((param) => ({ of, param })))
  const values = [`${type}/${id}`, ...bases.map((base) => `${base}/${type}/${id}`)]
  const found = type === 'Device' ? await run<ReferrerRow>(BY_ORIGIN, [type, id, types, limit]) : []
  const more = await run<ReferrerRow>(BY_VALUE, [
    type,
    id,
    indexes.map(({ of }) => of),
    indexes.map(({ param }) => param),
    values,
    limit,
  ])
  return [...found, ...more]
    .slice(0, limit)
    .map(({ origin, ...referrer }) => ({ ...referrer, origin: origin ?? undefined }))
}
