// The SQL of searches on resource_version, in parts that narrowing.ts, index-order.ts and index.ts combine. SQL text comes
// only from here; values are always bound (conformance SRC-15). No statement uses OFFSET: lists provide access by
// offset.
import { isSingleValued } from '#lib/fhir/search/parameters.ts'
import type { Condition, IndexOrder, Interval, Search, SortOrder, ValueKey } from '#server/fhir/store.ts'

export type Value = string | number

/** The source of rows (FROM) and their conditions (WHERE). */
export interface Part {
  readonly from: string
  readonly where: string
  readonly values: readonly Value[]
  /** What finds the rows: a parameter, or the index of an order. */
  readonly led?: string
}

export type Test = Omit<Part, 'from' | 'led'>

const ORDER: Readonly<Record<IndexOrder, string>> = {
  '-_lastUpdated': 'r.lastUpdated DESC, r.id ASC',
  _lastUpdated: 'r.lastUpdated ASC, r.id DESC',
  _id: 'r.id ASC',
  '-_id': 'r.id DESC',
}

export const byTime = (sort: IndexOrder): boolean => sort === '_lastUpdated' || sort === '-_lastUpdated'

/**
 * The columns that an order needs in addition to those of a place, and its ORDER BY; `values` are bound in those
 * columns.
 */
export interface Order {
  readonly columns: string
  readonly orderBy: string
  readonly values: readonly Value[]
}

export function orderOf(sort: SortOrder): Order {
  if (typeof sort === 'string') return { columns: '', orderBy: ORDER[sort], values: [] }
  const keys = sort.by.map(({ descending }, n) => `key${n} ${descending ? 'DESC' : 'ASC'} NULLS LAST`)
  return {
    columns: sort.by.map((key, n) => `, ${firstValue(key)} AS key${n}`).join(''),
    orderBy: [...keys, ORDER[sort.ties]].join(', '),
    values: sort.by.flatMap(({ params }) => params),
  }
}

/** A token with a system only has no value to sort by. */
const firstValue = ({ params, descending }: ValueKey): string =>
  `(SELECT ${descending ? 'max' : 'min'}(s.value) FROM search_value s INDEXED BY search_value_seq_idx
    WHERE s.seq = r.seq AND s.param IN (${params.map(() => '?').join(', ')}) AND s.value > '')`

/** Must equal the condition of the partial indexes word for word. */
const CURRENT = 'r.supersededBy IS NULL AND r.deleted = 0'

/** The conjunction of all tests. */
export const and = (...all: readonly (Test | undefined)[]): Test => {
  const present = all.filter((test) => test !== undefined)
  return {
    where: present.map(({ where }) => `(${where})`).join(' AND ') || '1',
    values: present.flatMap(({ values }) => values),
  }
}

export const joined = (part: Part, ...all: readonly (Test | undefined)[]): Part => {
  const rest = and(...all)
  return { ...part, where: `${part.where} AND ${rest.where}`, values: [...part.values, ...rest.values] }
}

/** A version that meets a condition. */
function meets(condition: Condition): Test {
  const { list, test, values } = meeting(condition)
  return {
    where: `EXISTS (SELECT 1 FROM search_value s INDEXED BY search_value_seq_idx CROSS JOIN json_each(?) a
      WHERE s.seq = r.seq AND going_on(s.seq) AND ${test})`,
    values: [list, ...values],
  }
}

const isOneOf = (ids: readonly string[] | undefined): Test | undefined =>
  ids && { where: 'r.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] }

/** Lets a statement be stopped between two rows (row-watch.ts). */
export const CAN_BE_STOPPED: Test = { where: 'going_on(r.seq)', values: [] }

export const isSeenBy = (visibility: Search['visibility']): Test | undefined =>
  visibility === 'all'
    ? undefined
    : { where: 'r.origin IN (SELECT value FROM json_each(?))', values: [JSON.stringify(visibility.origins)] }

const IS_ALTERNATIVE = "s.param = ? AND s.value = a.value ->> 'value'"
const OF_ITS_SYSTEM = "(a.value ->> 'system' IS NULL OR s.system = a.value ->> 'system')"
const LIES_WITHIN = "s.param = a.value ->> 'param' AND s.value >= a.value ->> 'from' AND s.value < a.value ->> 'to'"
const ENDS_WITHIN = "s.system >= a.value ->> 'endFrom' AND s.system < a.value ->> 'endTo'"

/**
 * The values of a condition as JSON, the comparison of an index value with one of them, and the part of it that an
 * index can seek.
 */
const meeting = ({ param, alternatives, ranges }: Condition) =>
  ranges
    ? { list: JSON.stringify(ranges), seek: LIES_WITHIN, test: `${LIES_WITHIN} AND ${ENDS_WITHIN}`, values: [] }
    : {
        list: JSON.stringify(alternatives),
        seek: IS_ALTERNATIVE,
        test: `${IS_ALTERNATIVE} AND ${OF_ITS_SYSTEM}`,
        values: [param],
      }

/** The conditions of a search on a version, independent of the driving index. Excludes the ids if these drive it. */
export const tests = ({ conditions, visibility, ids, lastUpdated }: Search, asked = { ids: true }): Test =>
  and(
    CAN_BE_STOPPED,
    isSeenBy(visibility),
    during(lastUpdated),
    asked.ids ? isOneOf(ids) : undefined,
    ...conditions.map(meets),
  )

/** The index values that must be read for a condition, whether they meet it or not. */
export function lookedAt(type: string, condition: Condition): Part {
  const { list, seek, values } = meeting(condition)
  return {
    from: 'json_each(?) a CROSS JOIN search_value s',
    where: `s.type = ? AND ${seek}`,
    values: [list, type, ...values],
  }
}

/**
 * The seqs whose values meet a condition, superseded versions included, for `gathered`: each a stretch of the index, because
 * comparing rows with JSON takes four times as long.
 */
export function keysOf(type: string, { param, alternatives, ranges }: Condition): readonly Part[] {
  if (ranges)
    return ranges.map(({ param: name, from, to, endFrom, endTo }) => ({
      from: 'search_value s',
      where:
        's.type = ? AND s.param = ? AND s.value >= ? AND s.value < ? AND gathered(s.seq, s.system >= ? AND s.system < ?)',
      values: [type, name, from, to, endFrom, endTo],
      led: param,
    }))
  return alternatives.map(({ system, value }) => ({
    from: 'search_value s',
    where: `s.type = ? AND s.param = ? AND s.value = ?${system === undefined ? '' : ' AND s.system = ?'} AND gathered(s.seq, 1)`,
    values: [type, param, value, ...(system === undefined ? [] : [system])],
    led: param,
  }))
}

/** The current seqs of origins, for `gathered`. */
export const originKeys = (type: string, origins: readonly string[]): readonly Part[] =>
  origins.map((origin) => joined(walkOrigin(type, origin), { where: 'gathered(r.seq, 1)', values: [] }))

/** The current resources with one of the seqs. */
export const bySeqs = (type: string, seqs: readonly number[]): Part => ({
  from: 'json_each(?) c CROSS JOIN resource_version r',
  where: `r.seq = c.value AND +r.type = ? AND ${CURRENT}`,
  values: [JSON.stringify(seqs), type],
})

/**
 * True if a condition yields each seq only once. A value with one system is indexed once per resource, and a
 * single-valued parameter matches only one of several values.
 */
function isDistinct(type: string, { param, alternatives, ranges }: Condition): boolean {
  if (ranges) return false
  const [first, ...others] = alternatives
  if (isSingleValued(type, param)) return new Set(alternatives.map(({ value }) => value)).size === alternatives.length
  return others.length === 0 && first?.system !== undefined
}

/** The current resources of a type that meet a condition. */
export function byCondition(type: string, condition: Condition): Part {
  const { list, test, values } = meeting(condition)
  const distinct = isDistinct(type, condition) ? '' : 'DISTINCT'
  return {
    from: `(SELECT ${distinct} s.seq FROM json_each(?) a CROSS JOIN search_value s WHERE s.type = ? AND ${test}) c
      CROSS JOIN resource_version r`,
    where: `r.seq = c.seq AND +r.type = ? AND ${CURRENT}`,
    values: [list, type, ...values, type],
    led: condition.param,
  }
}

/** Reads only the newest version of each id, however many there are. */
export const byIds = (type: string, ids: readonly string[]): Part => ({
  from: '(SELECT DISTINCT value AS id FROM json_each(?)) c CROSS JOIN resource_version r',
  where: `r.seq = (SELECT v.seq FROM resource_version v WHERE v.type = ? AND v.id = c.id ORDER BY v.versionId DESC LIMIT 1)
    AND ${CURRENT}`,
  values: [JSON.stringify(ids), type],
  led: '_id',
})

export const byOrigins = (type: string, origins: readonly string[]): Part => ({
  from: '(SELECT DISTINCT value AS origin FROM json_each(?)) c CROSS JOIN resource_version r INDEXED BY resource_current_by_origin',
  where: `r.type = ? AND r.origin = c.origin AND ${CURRENT}`,
  values: [JSON.stringify(origins), type],
  led: 'resource-origin',
})

export const walkOrigin = (type: string, origin: string): Part => ({
  from: 'resource_version r INDEXED BY resource_current_by_origin',
  where: `r.type = ? AND r.origin = ? AND ${CURRENT}`,
  values: [type, origin],
  led: 'resource-origin',
})

/** The current resources last updated within some intervals. */
export const byTimes = (type: string, intervals: readonly Interval[]): Part => ({
  from: 'json_each(?) a CROSS JOIN resource_version r INDEXED BY resource_current_by_time',
  where: `r.type = ? AND r.lastUpdated >= a.value ->> 'from' AND r.lastUpdated < a.value ->> 'to' AND ${CURRENT}`,
  values: [JSON.stringify(intervals), type],
  led: '_lastUpdated',
})

/** All versions of a type, by id. This touches an index alone. */
export const walkVersions = (type: string): Part => ({
  from: 'resource_version r INDEXED BY resource_version_type_id_versionId_key',
  where: 'r.type = ?',
  values: [type],
})

/** By id, this reads past versions, too: it is for the first rows. */
export const walkAll = (type: string, sort: IndexOrder): Part => ({
  from: `resource_version r INDEXED BY ${byTime(sort) ? 'resource_current_by_time' : 'resource_version_type_id_versionId_key'}`,
  where: `r.type = ? AND ${CURRENT}`,
  values: [type],
  led: byTime(sort) ? '_lastUpdated' : '_id',
})

/** Intervals of time in the order of a walk. An index seeks each of them. */
export const stretches = (sort: IndexOrder, intervals: Search['lastUpdated']): readonly (Test | undefined)[] => {
  if (!intervals) return [undefined]
  return (sort === '-_lastUpdated' ? [...intervals].reverse() : intervals).map(between)
}

const between = ({ from, to }: Interval): Test => ({
  where: 'r.lastUpdated >= ? AND r.lastUpdated < ?',
  values: [from, to],
})

/** Last updated in one of the intervals, for rows that are not read by time. */
export function during(intervals: readonly Interval[] | undefined): Test | undefined {
  if (!intervals) return undefined
  const all = (intervals.length > 0 ? intervals : [NEVER]).map(between)
  return { where: all.map(({ where }) => `(${where})`).join(' OR '), values: all.flatMap(({ values }) => values) }
}

/** Bound rather than constant, because SQLite ignores INDEXED BY if it can see that nothing matches. */
const NEVER: Interval = { from: 0, to: 0 }
