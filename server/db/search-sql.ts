// The SQL of searches over resource_version, in parts that are put together by search-index.ts. Texts come from here,
// values are only ever bound (conformance SRC-15).
import type { Condition, Interval, Position, Search, SortKey } from '../fhir/store.ts'

export type Value = string | number

/** A part of a search's order: the parts, read one after the other, give all matches once. */
export interface Part {
  readonly from: string
  readonly where: string
  readonly values: readonly Value[]
}

const EVER: readonly Interval[] = [{ from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER }]

export const ORDER: Readonly<Record<SortKey, string>> = {
  '-_lastUpdated': 'r.lastUpdated DESC, r.id ASC',
  _lastUpdated: 'r.lastUpdated ASC, r.id DESC',
  _id: 'r.id ASC',
  '-_id': 'r.id DESC',
}

export const byTime = (sort: SortKey): boolean => sort === '_lastUpdated' || sort === '-_lastUpdated'

export interface Test {
  readonly where: string
  readonly values: readonly Value[]
}

export const and = (...all: readonly (Test | undefined)[]): Test => {
  const present = all.filter((test) => test !== undefined)
  return {
    where: present.map(({ where }) => where).join(' AND '),
    values: present.flatMap(({ values }) => values),
  }
}

export const joined = (part: Part, ...all: readonly (Test | undefined)[]): Part => ({
  from: part.from,
  ...and(part, ...all),
})

/** Versions that were current at a seq. The plus keeps SQLite from reading the table in order of seq. */
export const asOf = (seq: number): Test => ({
  where: 'r.deleted = 0 AND +r.seq <= ? AND (r.supersededBy IS NULL OR r.supersededBy > ?)',
  values: [seq, seq],
})

/** What no index of the walk decides: the conditions, and the origins where they are several. */
export function tests({ conditions, visibility }: Search, origin: string | undefined): Test | undefined {
  const all: Test[] = conditions.map((condition) => {
    const { list, meets, values } = meeting(condition)
    return {
      where: `EXISTS (SELECT 1 FROM search_value s INDEXED BY search_value_seq_idx CROSS JOIN json_each(?) a
      WHERE s.seq = r.seq AND ${meets})`,
      values: [list, ...values],
    }
  })
  if (visibility !== 'all' && origin === undefined)
    all.push({
      where: 'r.origin IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify(visibility.origins)],
    })
  return all.length > 0 ? and(...all) : undefined
}

const MATCHES =
  "s.param = ? AND s.value = a.value ->> 'value' AND (a.value ->> 'system' IS NULL OR s.system = a.value ->> 'system')"
const LIES_WITHIN = `s.param = a.value ->> 'param' AND s.value >= a.value ->> 'from' AND s.value < a.value ->> 'to'
  AND s.system >= a.value ->> 'endFrom' AND s.system < a.value ->> 'endTo'`

/** What a condition lists, as JSON, and how a value is held against one of the list. */
const meeting = ({ param, alternatives, ranges }: Condition) =>
  ranges
    ? { list: JSON.stringify(ranges), meets: LIES_WITHIN, values: [] }
    : { list: JSON.stringify(alternatives), meets: MATCHES, values: [param] }

/** Whether the seqs of a condition are all different: one value of one system is there once for each. */
export const isDistinct = ({ alternatives, ranges }: Condition): boolean =>
  !ranges && alternatives.length === 1 && alternatives[0]?.system !== undefined

/** The seqs of all versions that meet a condition; one may come more than once unless isDistinct. */
export function matching(
  type: string,
  condition: Condition,
): { readonly text: string; readonly values: readonly Value[] } {
  const { list, meets, values } = meeting(condition)
  return {
    text: `SELECT s.seq FROM json_each(?) a CROSS JOIN search_value s WHERE s.type = ? AND ${meets}`,
    values: [list, type, ...values],
  }
}

export const walkByTime = (type: string, origin: string | undefined): Part =>
  origin === undefined
    ? { from: 'resource_version r INDEXED BY resource_version_by_time', where: 'r.type = ?', values: [type] }
    : {
        from: 'resource_version r INDEXED BY resource_version_by_origin',
        where: 'r.type = ? AND r.origin = ?',
        values: [type, origin],
      }

export const walkById = (type: string): Part => ({
  from: 'resource_version r INDEXED BY resource_version_type_id_versionId_key',
  where: 'r.type = ?',
  values: [type],
})

/**
 * The stretches of time that a walk goes through, in its order, from a position on. The rest of the position's own
 * millisecond is a stretch by itself: there the index can seek the id, however many resources share that millisecond.
 */
export function stretches(
  { sort, lastUpdated: intervals = EVER }: Search,
  position: Position | undefined,
): readonly Test[] {
  const newestFirst = sort === '-_lastUpdated'
  const ordered = newestFirst ? [...intervals].reverse() : intervals
  if (!position) return ordered.map(between)
  const { lastUpdated, id } = position
  const within = intervals.some(({ from, to }) => lastUpdated >= from && lastUpdated < to)
  const rest = ordered
    .map(({ from, to }) =>
      newestFirst ? { from, to: Math.min(to, lastUpdated) } : { from: Math.max(from, lastUpdated + 1), to },
    )
    .filter(({ from, to }) => from < to)
    .map(between)
  const same = { where: `r.lastUpdated = ? AND r.id ${newestFirst ? '>' : '<'} ?`, values: [lastUpdated, id] }
  return within ? [same, ...rest] : rest
}

const between = ({ from, to }: Interval): Test => ({
  where: 'r.lastUpdated >= ? AND r.lastUpdated < ?',
  values: [from, to],
})

/** Last updated in one of the intervals, for rows that do not come by time. */
export function during(intervals: readonly Interval[] | undefined): Test | undefined {
  if (!intervals) return undefined
  if (intervals.length === 0) return { where: '0', values: [] }
  const all = intervals.map(between)
  return { where: `(${all.map(({ where }) => where).join(' OR ')})`, values: all.flatMap(({ values }) => values) }
}

/** Behind a position, for rows that come in any order and are sorted. */
export function after(sort: SortKey, position: Position | undefined): Test | undefined {
  if (!position) return undefined
  const { lastUpdated, id } = position
  if (sort === '_id') return { where: 'r.id > ?', values: [id] }
  if (sort === '-_id') return { where: 'r.id < ?', values: [id] }
  const [time, tie] = sort === '-_lastUpdated' ? ['<', '>'] : ['>', '<']
  return {
    where: `(r.lastUpdated ${time} ? OR (r.lastUpdated = ? AND r.id ${tie} ?))`,
    values: [lastUpdated, lastUpdated, id],
  }
}
