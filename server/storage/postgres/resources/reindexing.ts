// Rebuilds the index values of resources that were stored under other search parameters: in small batches between requests, by one
// process at a time, from where the last one stopped.

import { stepsInSlices } from '#lib/async/in-slices.ts'
import { searchFingerprint } from '#lib/fhir/search/fingerprint.ts'
import type { IndexedValue } from '#lib/fhir/search/parameter.ts'
import type { Search } from '#server/fhir/store.ts'
import { renewing, type StoredResource } from '../../resources/renewed-values.ts'
import type { ResourceDatabase } from '../../storage.ts'
import type { Postgres } from '../connection/connection.ts'
import type { Run } from '../connection/line.ts'

/** Resources per transaction: a few milliseconds. */
const BATCH = 50
/** Fewer where they are long: so many characters are read, one resource at least, and so many values written at a time. */
const MOST_READ = 128 * 1024
const MOST_VALUES = 2000

export interface Reindexing extends Pick<ResourceDatabase, 'noteParameters' | 'reindexSome'> {
  /** True when the search looks at values that are being made anew. */
  readonly isPartial: (search: Search) => boolean
}

const TYPES = 'SELECT DISTINCT type FROM resource_count'
const NOTED = 'SELECT type, fingerprint FROM search_table'
// Of types without resources there is nothing to do.
const NOTE = `INSERT INTO search_table (type, fingerprint, "doneUpTo")
  SELECT a.type, a.fingerprint, CASE WHEN EXISTS (SELECT 1 FROM resource_count c WHERE c.type = a.type) THEN '' END
  FROM unnest($1::text[], $2::text[]) AS a(type, fingerprint)
  ON CONFLICT (type) DO UPDATE SET fingerprint = excluded.fingerprint, "doneUpTo" = excluded."doneUpTo"
  WHERE search_table.fingerprint <> excluded.fingerprint`
const PENDING = 'SELECT type FROM search_table WHERE "doneUpTo" IS NOT NULL ORDER BY type'
/** Whoever locks the row does the work. */
const TAKE = `SELECT type, "doneUpTo" FROM search_table WHERE "doneUpTo" IS NOT NULL ORDER BY type LIMIT 1 FOR UPDATE SKIP LOCKED`
const MOVE = 'UPDATE search_table SET "doneUpTo" = $1 WHERE type = $2'
const HOW_MANY = `SELECT count(*)::int AS count FROM (
    SELECT sum(length) OVER (ORDER BY id) - length AS before FROM (
      SELECT r.id, length(b.body) AS length FROM resource_version r JOIN resource_body b ON b.seq = r.seq
      WHERE r.type = $1 AND r.id > $2 AND r."supersededBy" IS NULL AND NOT r.deleted ORDER BY r.id LIMIT $3::bigint
    ) AS next
  ) AS summed WHERE before < $4::bigint`
// Locked, so that none of them becomes one of the past meanwhile, whose values nobody would remove.
const NEXT = `SELECT r.seq, r.type, r.id, r.origin, b.body FROM resource_version r JOIN resource_body b ON b.seq = r.seq
  WHERE r.type = $1 AND r.id > $2 AND r."supersededBy" IS NULL AND NOT r.deleted ORDER BY r.id LIMIT $3::bigint FOR SHARE OF r`
const VALUES = 'SELECT param, system, value FROM search_value WHERE seq = $1::bigint'
const GIVEN = 'unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS g(seq, param, system, value)'
const REMOVE = `DELETE FROM search_value v USING ${GIVEN}
  WHERE v.type = $1 AND v.param = g.param AND v.value = g.value AND v.system = g.system AND v.seq = g.seq`
const ADD = `INSERT INTO search_value (type, seq, param, system, value) SELECT $1, g.* FROM ${GIVEN} ON CONFLICT DO NOTHING`

type Value = IndexedValue & { readonly seq: number }
type Current = StoredResource & { readonly seq: number; readonly id: string }

export function reindexing({ run, transaction }: Pick<Postgres, 'run' | 'transaction'>): Reindexing {
  /** The types whose values are not all made yet, by whichever process. */
  let unfinished: ReadonlySet<string> = new Set()

  const remaining = async (): Promise<readonly string[]> => {
    const types = (await run<{ readonly type: string }>(PENDING)).map(({ type }) => type)
    unfinished = new Set(types)
    return types
  }

  return {
    noteParameters: async (types) => {
      const stored = (await run<{ readonly type: string }>(TYPES)).map(({ type }) => type)
      const noted = await run<{ readonly type: string; readonly fingerprint: string }>(NOTED)
      const known = new Map(noted.map(({ type, fingerprint }) => [type, fingerprint]))
      const others = [...new Set([...types, ...stored])]
        .sort()
        .map((type) => [type, searchFingerprint(type)] as const)
        .filter(([type, fingerprint]) => known.get(type) !== fingerprint)
      if (others.length > 0)
        await run(NOTE, [others.map(([type]) => type), others.map(([, fingerprint]) => fingerprint)])
      return remaining()
    },
    reindexSome: async () => {
      if ((await remaining()).length === 0) return false
      await transaction(renewSome)
      return (await remaining()).length > 0
    },
    isPartial: ({ type, conditions }) => conditions.length > 0 && unfinished.has(type),
  }
}

/** Does nothing while another process does it. */
async function renewSome(run: Run): Promise<void> {
  const [first] = await run<{ readonly type: string; readonly doneUpTo: string }>(TAKE)
  if (!first) return
  const { type, doneUpTo } = first
  const [next] = await run<{ readonly count: number }>(HOW_MANY, [type, doneUpTo, BATCH, MOST_READ])
  const batch = await run<Current>(NEXT, [type, doneUpTo, next?.count ?? 0])
  const stale: Value[] = []
  const missing: Value[] = []
  for (const resource of batch) {
    const { seq } = resource
    const renewed = await stepsInSlices(renewing(resource, await run<IndexedValue>(VALUES, [seq])))
    for (const value of renewed.stale) stale.push({ ...value, seq })
    for (const value of renewed.missing) missing.push({ ...value, seq })
  }
  for (const part of partsOf(stale)) await run(REMOVE, arraysOf(type, part))
  for (const part of partsOf(missing)) await run(ADD, arraysOf(type, part))
  await run(MOVE, [batch.at(-1)?.id ?? null, type])
}

const partsOf = (values: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / MOST_VALUES) }, (_, n) =>
    values.slice(n * MOST_VALUES, (n + 1) * MOST_VALUES),
  )

const arraysOf = (type: string, values: readonly Value[]): readonly unknown[] => [
  type,
  values.map(({ seq }) => seq),
  values.map(({ param }) => param),
  values.map(({ system }) => system),
  values.map(({ value }) => value),
]
