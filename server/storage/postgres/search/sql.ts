// The SQL of searches on resource_version, in parts. SQL text comes only from here; values are always bound (conformance
// SRC-15). `OFFSET 0` keeps the planner from turning a look-up for each row into a join with all that a condition finds; sets
// are compared by `(... IN (...)) IS TRUE`, which it keeps as a hash (docs/explanation/postgres-search.md).
import type {
  Condition,
  IndexOrder,
  Interval,
  Moment,
  Search,
  SortOrder,
  ValueKey,
  Visibility,
} from '#server/fhir/store.ts'

/** A piece of SQL with a `?` for each value. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A match, as its order needs it. */
export interface Place {
  readonly lastUpdated: number
  readonly id: string
}

/** SQL from a template: pieces are joined in, everything else is bound. */
export function sql(texts: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const values: unknown[] = []
  let text = texts[0] ?? ''
  for (const [at, part] of parts.entries()) {
    if (isSql(part)) values.push(...part.values)
    else values.push(part)
    text += `${isSql(part) ? part.text : '?'}${texts[at + 1] ?? ''}`
  }
  return { text, values }
}

const isSql = (part: unknown): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part

const raw = (text: string): Sql => ({ text, values: [] })
const NOTHING = raw('')

const joined = (all: readonly Sql[], by: string): Sql => ({
  text: all.map(({ text }) => text).join(by),
  values: all.flatMap(({ values }) => values),
})

/** The text with numbered parameters, as PostgreSQL takes it. */
export function numbered({ text, values }: Sql): readonly [text: string, values: readonly unknown[]] {
  let n = 0
  return [text.replace(/\?/g, () => `$${++n}`), values]
}

const CURRENT = raw('r."supersededBy" IS NULL AND NOT r.deleted')

/** A row that is current now or, with a moment, was so then. */
const isThen = (at: Moment | undefined): Sql =>
  at === undefined
    ? CURRENT
    : sql`NOT r.deleted AND pg_visible_in_snapshot(r.created, ${at}::pg_snapshot)
      AND (r.superseded IS NULL OR NOT pg_visible_in_snapshot(r.superseded, ${at}::pg_snapshot))`

/** Rows that an index finds, and what else is asked of them. */
interface Source {
  readonly from: Sql
  readonly where: Sql
}

/** What was current at a moment, in two parts that an index finds each: what still is, and what has changed since. */
const thenBy = (type: string, at: Moment | undefined): readonly Source[] => {
  const from = raw('resource_version r')
  if (at === undefined) return [{ from, where: CURRENT }]
  const changed = sql`(SELECT * FROM resource_version r WHERE r.type = ${type} AND r.superseded IS NOT NULL AND NOT r.deleted
    AND r.superseded >= pg_snapshot_xmin(${at}::pg_snapshot) OFFSET 0) r`
  return [
    { from, where: sql`${CURRENT} AND pg_visible_in_snapshot(r.created, ${at}::pg_snapshot)` },
    { from: changed, where: isThen(at) },
  ]
}

const ORDER: Readonly<Record<IndexOrder, string>> = {
  '-_lastUpdated': 'r."lastUpdated" DESC, r.id',
  _lastUpdated: 'r."lastUpdated", r.id DESC',
  _id: 'r.id',
  '-_id': 'r.id DESC',
}

export const byTime = (sort: IndexOrder): boolean => sort === '_lastUpdated' || sort === '-_lastUpdated'

/** What comes behind a place in an order. */
function behind(sort: IndexOrder, { lastUpdated, id }: Place): Sql {
  if (sort === '_id') return sql`r.id > ${id}`
  if (sort === '-_id') return sql`r.id < ${id}`
  if (sort === '_lastUpdated')
    return sql`r."lastUpdated" >= ${lastUpdated}::bigint AND (r."lastUpdated" > ${lastUpdated}::bigint OR r.id < ${id})`
  return sql`r."lastUpdated" <= ${lastUpdated}::bigint AND (r."lastUpdated" < ${lastUpdated}::bigint OR r.id > ${id})`
}

/** The index values of a condition, of which each has a seq: a stretch of the index for each alternative. */
function valuesOf(type: string, { param, alternatives, ranges }: Condition): Sql {
  if (ranges)
    return sql`${listOf(ranges, ['param', 'from', 'to', 'endFrom', 'endTo'])} CROSS JOIN LATERAL (SELECT s.seq FROM search_value s
      WHERE s.type = ${type} AND s.param = a."param" AND s.value >= a."from" AND s.value < a."to"
        AND s.system >= a."endFrom" AND s.system < a."endTo" OFFSET 0) s`
  return sql`${listOf(alternatives, ['system', 'value'])} CROSS JOIN LATERAL (SELECT s.seq FROM search_value s
    WHERE s.type = ${type} AND s.param = ${param} AND s.value = a."value" AND (a."system" IS NULL OR s.system = a."system") OFFSET 0) s`
}

/** Rows of texts as `a`. */
const listOf = <Row>(rows: readonly Row[], names: readonly (keyof Row & string)[]): Sql =>
  sql`${raw('unnest(')}${joined(
    names.map((name) => sql`${rows.map((row) => row[name] ?? null)}::text[]`),
    ', ',
  )}${raw(`) AS a(${names.map((name) => `"${name}"`).join(', ')})`)}`

/** The values of a row are compared with a condition, for few rows. */
function meets(type: string, { param, alternatives, ranges }: Condition): Sql {
  if (ranges)
    return sql`EXISTS (SELECT 1 FROM ${listOf(ranges, ['param', 'from', 'to', 'endFrom', 'endTo'])} CROSS JOIN LATERAL (SELECT 1 FROM search_value s
      WHERE s.seq = r.seq AND s.type = ${type} AND s.param = a."param" AND s.value >= a."from" AND s.value < a."to"
        AND s.system >= a."endFrom" AND s.system < a."endTo" OFFSET 0) s OFFSET 0)`
  const ofItsSystem = alternatives.some(({ system }) => system !== undefined)
    ? sql`AND EXISTS (SELECT 1 FROM ${listOf(alternatives, ['system', 'value'])}
        WHERE a."value" = s.value AND (a."system" IS NULL OR a."system" = s.system) OFFSET 0)`
    : NOTHING
  return sql`EXISTS (SELECT 1 FROM search_value s WHERE s.seq = r.seq AND s.type = ${type} AND s.param = ${param}
    AND s.value = ANY(${alternatives.map(({ value }) => value)}::text[]) ${ofItsSystem} OFFSET 0)`
}

/** The same for many rows: all that the condition finds is read once. */
const isAmong = (type: string, condition: Condition): Sql =>
  sql`(r.seq IN (SELECT s.seq FROM ${valuesOf(type, condition)})) IS TRUE`

const isSeenBy = (visibility: Visibility): readonly Sql[] =>
  visibility === 'all' ? [] : [sql`r.origin = ANY(${visibility.origins}::text[])`]

const isDuring = (intervals: readonly Interval[] | undefined): readonly Sql[] =>
  intervals
    ? [
        sql`EXISTS (SELECT 1 FROM ${intervalsOf(intervals)} WHERE r."lastUpdated" >= t."from" AND r."lastUpdated" < t."to" OFFSET 0)`,
      ]
    : []

const intervalsOf = (intervals: readonly Interval[]): Sql =>
  sql`unnest(${intervals.map(({ from }) => finite(from))}::bigint[], ${intervals.map(({ to }) => finite(to))}::bigint[]) AS t("from", "to")`

/** An interval may be open at either end, which an integer is not. */
const finite = (time: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(time)))

/** What a search asks of a row beside its order; of `many` rows, or of few. */
const tests = (search: Search, many: boolean, conditions = search.conditions): Sql =>
  joined(
    [
      raw('TRUE'),
      ...isSeenBy(search.visibility),
      ...isDuring(search.lastUpdated),
      ...conditions.map((condition) => (many ? isAmong(search.type, condition) : meets(search.type, condition))),
    ],
    ' AND ',
  )

const COLUMNS = raw('r.seq, r."lastUpdated", r.id, r.origin')

/** What finds all rows of a search that has few: the ids, one condition, or the times. */
export type Driver = { readonly condition: Condition } | 'ids' | 'times' | 'seen'

/** All matches of a search, with some more columns, from the rows that a driver finds. */
function driven(search: Search, driver: Driver, at: Moment | undefined, isMany: boolean): Sql {
  const { type, ids = [], conditions } = search
  if (driver === 'times' || driver === 'seen')
    return sql`${walked(search, at, { limit: undefined, order: undefined })} WHERE ${tests(search, false)}`
  if (driver === 'ids')
    return sql`FROM (SELECT DISTINCT id FROM unnest(${ids}::text[]) AS i(id)) i CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM resource_version r
      WHERE r.type = ${type} AND r.id = i.id AND ${isThen(at)} OFFSET 0) r WHERE ${tests(search, false)}`
  const others = conditions.filter((condition) => condition !== driver.condition)
  return sql`FROM (SELECT DISTINCT s.seq FROM ${valuesOf(type, driver.condition)}) c CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM resource_version r
    WHERE r.seq = c.seq AND r.type = ${type} AND ${isThen(at)} OFFSET 0) r WHERE ${tests(search, isMany, others)}`
}

interface Walk {
  /** The most rows of each stretch of an index; undefined for all. */
  readonly limit: number | undefined
  /** Undefined where the order does not matter. */
  readonly order: IndexOrder | undefined
  readonly after?: Place | undefined
}

/**
 * The rows of a type, by the index of an order: of each visible origin and within each interval of time, where these are asked
 * for. Reads nothing else.
 */
function walked({ type, visibility, lastUpdated }: Search, at: Moment | undefined, { limit, order, after }: Walk): Sql {
  const isByTime = order === undefined || byTime(order)
  const origins = isByTime && visibility !== 'all' ? [...new Set(visibility.origins)] : undefined
  const times = isByTime ? lastUpdated : undefined
  const where = joined(
    [
      sql`r.type = ${type}`,
      ...(origins ? [raw('r.origin = o.origin')] : []),
      ...(times ? [raw('r."lastUpdated" >= t."from" AND r."lastUpdated" < t."to"')] : []),
      ...(order && after ? [behind(order, after)] : []),
    ],
    ' AND ',
  )
  const end = sql`${order ? raw(`ORDER BY ${ORDER[order]}`) : NOTHING} ${limit === undefined ? NOTHING : sql`LIMIT ${limit}::bigint`}`
  const parts = thenBy(type, at).map(
    (then) => sql`(SELECT ${COLUMNS} FROM ${then.from} WHERE ${where} AND ${then.where} ${end})`,
  )
  return sql`FROM ${origins ? sql`unnest(${origins}::text[]) AS o(origin) CROSS JOIN` : NOTHING} ${
    times ? sql`${intervalsOf(times)} CROSS JOIN` : NOTHING
  } LATERAL (${joined(parts, ' UNION ALL ')}) r`
}

/** The seqs of a statement's rows in their order, packed, and the moment that it shows. */
const packed = (rows: Sql, more: Sql = NOTHING): Sql =>
  sql`SELECT pg_current_snapshot()::text AS moment, coalesce((SELECT string_agg(int8send(o.seq), ''::bytea) FROM (${rows}) o), ''::bytea) AS seqs${more}`

const keysOf = (sort: SortOrder): readonly ValueKey[] => (typeof sort === 'string' ? [] : sort.by)
export const tiesOf = (sort: SortOrder): IndexOrder => (typeof sort === 'string' ? sort : sort.ties)

const orderBy = (sort: SortOrder): Sql =>
  raw(
    [
      ...keysOf(sort).map(({ descending }, n) => `key${n} ${descending ? 'DESC' : 'ASC'} NULLS LAST`),
      ORDER[tiesOf(sort)],
    ].join(', '),
  )

/** A token with a system only has no value to sort by. */
const firstValue = (type: string, { params, descending }: ValueKey, n: number): Sql =>
  sql`, (SELECT ${raw(descending ? 'max' : 'min')}(s.value) FROM search_value s
    WHERE s.seq = r.seq AND s.type = ${type} AND s.param = ANY(${params}::text[]) AND s.value > '') AS ${raw(`key${n}`)}`

/** All matches from a driver, which finds `isMany` rows or few. */
export const allDriven = (search: Search, driver: Driver, at: Moment | undefined, isMany: boolean): Sql =>
  packed(
    sql`SELECT r.seq${joined(
      keysOf(search.sort).map((key, n) => firstValue(search.type, key, n)),
      '',
    )} ${driven(search, driver, at, isMany)} ORDER BY ${orderBy(search.sort)}`,
  )

/** All matches, from an index in its order, past what is none. */
export function allWalked(search: Search, at: Moment | undefined): Sql {
  const { type, sort } = search
  const order = tiesOf(sort)
  const keys = keysOf(sort).map(
    (
      { params, descending },
      n,
    ) => sql` LEFT JOIN (SELECT s.seq, ${raw(descending ? 'max' : 'min')}(s.value) AS ${raw(`key${n}`)} FROM search_value s
      WHERE s.type = ${type} AND s.param = ANY(${params}::text[]) AND s.value > '' GROUP BY s.seq) ${raw(`k${n} ON k${n}.seq = r.seq`)}`,
  )
  const rest = tests(search, true)
  const parts = thenBy(type, at).map(
    ({ from, where }) =>
      sql`(SELECT ${COLUMNS} FROM ${from} WHERE r.type = ${type} AND ${where} AND ${rest} ORDER BY ${raw(ORDER[order])})`,
  )
  return packed(sql`SELECT r.seq FROM (${joined(parts, ' UNION ALL ')}) r${joined(keys, '')} ORDER BY ${orderBy(sort)}`)
}

export interface Part {
  readonly after?: Place | undefined
  readonly offset: number
  readonly limit: number
}

/** A part of all matches of a search without conditions, in the order of an index. With `counted`, how many there are, up to that. */
export function partWalked(
  search: Search,
  order: IndexOrder,
  at: Moment | undefined,
  { after, offset, limit }: Part,
  counted = 0,
): Sql {
  const rows = sql`SELECT r.seq ${walked(search, at, { limit: offset + limit, order, after })} ORDER BY ${raw(ORDER[order])} OFFSET ${offset}::bigint LIMIT ${limit}::bigint`
  const total = search.lastUpdated
    ? sql`, (SELECT count(*) FROM (SELECT 1 ${walked(search, at, { limit: counted, order: undefined })} LIMIT ${counted}::bigint) n) AS total`
    : sql`, ${seen(search)} AS total`
  return packed(rows, total)
}

/** The matches among the first `rows` rows in the order of an index. */
export const amongFirst = (
  search: Search,
  order: IndexOrder,
  at: Moment | undefined,
  { after, offset, limit }: Part,
  rows: number,
): Sql =>
  packed(sql`SELECT r.seq FROM (SELECT r.* ${walked(search, at, { limit: rows, order, after })} ORDER BY ${raw(ORDER[order])} LIMIT ${rows}::bigint) r
    WHERE ${tests(search, false)} ORDER BY ${raw(ORDER[order])} OFFSET ${offset}::bigint LIMIT ${limit}::bigint`)

/** The number of current resources that a search may see. */
const seen = ({ type, visibility }: Search): Sql =>
  sql`(SELECT coalesce(sum(c.count), 0)::bigint FROM resource_count c WHERE c.type = ${type} ${
    visibility === 'all' ? NOTHING : sql`AND c.origin = ANY(${visibility.origins}::text[])`
  })`

/** How many rows must be read for each condition (`counts`), for the times and for what is visible: each counted up to `most`. */
export const weighing = (search: Search, most: number): Sql => {
  const { type, conditions, lastUpdated } = search
  const counts = conditions.map(
    (condition) => sql`(SELECT count(*) FROM (SELECT 1 FROM ${valuesOf(type, condition)} LIMIT ${most}::bigint) n)`,
  )
  const times = lastUpdated
    ? sql`(SELECT count(*) FROM (SELECT 1 ${walked(search, undefined, { limit: most, order: undefined })} LIMIT ${most}::bigint) n)`
    : raw('NULL::bigint')
  return sql`SELECT ARRAY[${joined(counts, ', ')}]::bigint[] AS counts, ${times} AS times, ${seen(search)} AS seen`
}
