// Finds the current resources that refer to a resource, by the references in the search index.
import { referenceIndexes } from '#lib/fhir/search/parameters.ts'
import type { Referrer, WriteTransaction } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'

/** Finds references in resources of one type, under one index name. Excludes a resource that refers to itself. */
const BY_VALUE = `SELECT r.type, r.id, r.origin FROM json_each(@values) a
  CROSS JOIN search_value s CROSS JOIN resource_version r ON r.seq = s.seq
  WHERE s.type = @of AND s.param = @param AND s.value = a.value AND r.supersededBy IS NULL AND r.deleted = 0
  AND NOT (r.type = @type AND r.id = @id) LIMIT @limit`

/** The resource-origin of a resource has its own column. */
const BY_ORIGIN = `SELECT r.type, r.id, r.origin FROM resource_count c CROSS JOIN resource_version r INDEXED BY resource_current_by_origin
  WHERE c.origin = @id AND c.count > 0 AND c.type <> 'AuditEvent' AND r.type = c.type AND r.origin = @id
  AND r.supersededBy IS NULL AND r.deleted = 0 AND NOT (r.type = 'Device' AND r.id = @id) LIMIT @limit`

type ReferrerRow = Pick<Referrer, 'type' | 'id'> & { readonly origin: string | null }

/** The look-up on one connection. */
export function referrersIn(sql: Sqlite): WriteTransaction['referrers'] {
  const types = sql.prepare<[], string>("SELECT DISTINCT type FROM resource_count WHERE type <> 'AuditEvent'").pluck()
  const byValue = sql.prepare<[object], ReferrerRow>(BY_VALUE)
  const byOrigin = sql.prepare<[object], ReferrerRow>(BY_ORIGIN)
  return ({ type, id }, bases, limit) => {
    const values = JSON.stringify([`${type}/${id}`, ...bases.map((base) => `${base}/${type}/${id}`)])
    const found = type === 'Device' ? byOrigin.all({ id, limit }) : []
    for (const of of types.all())
      for (const param of referenceIndexes(of)) {
        if (found.length >= limit) break
        found.push(...byValue.all({ values, of, param, type, id, limit: limit - found.length }))
      }
    return found.map(({ origin, ...referrer }) => ({ ...referrer, origin: origin ?? undefined }))
  }
}
