// Searches as of now and as of a moment. What reads few rows is found whole; what has no conditions is walked in the order of an
// index, page by page; anything else is found among the first rows, or whole, as packed numbers that its other pages are cut from.
import { LRUCache } from 'lru-cache'
import { shortKey } from '#lib/crypto/hash.ts'
import type { Asking, IndexOrder, Moment, Search, SearchCost, SearchWanted } from '#server/fhir/store.ts'
import type { Run } from '../connection/line.ts'
import type { Lanes } from './lanes.ts'
import {
  allDriven,
  allWalked,
  amongFirst,
  byTime,
  type Driver,
  numbered,
  type Part,
  type Place,
  partWalked,
  type Sql,
  tiesOf,
  weighing,
} from './sql.ts'

export interface Found {
  readonly moment: Moment
  /** The first matches. */
  readonly seqs: readonly number[]
  readonly total: number | undefined
  /** Undefined where it came from memory. */
  readonly cost?: SearchCost | undefined
}

export interface Searches {
  /** The first matches as of now. */
  readonly first: (wanted: SearchWanted, asking: Asking) => Promise<Found>
  /** The seqs of matches as of a moment, from any offset. */
  readonly from: (search: Search, at: Moment, part: Omit<Part, 'after'>, asking: Asking) => Promise<readonly number[]>
  /** Tells where a page ended, for the next one to begin there. */
  readonly ended: (search: Search, at: Moment, offset: number, place: Place) => void
}

/** Rows that are read one by one. */
export interface Limits {
  /** Within the time of a page. */
  readonly few: number
  /** Where a list of them costs less than a walk past all others. */
  readonly lookedUp: number
}

const LIMITS: Limits = { few: 2000, lookedUp: 20_000 }
/** The most origins whose walks are merged for a page. */
const MOST_WALKS = 20
/** Memory for lists, in bytes, and the number of pages whose ends are known. */
const MOST_LIST_BYTES = 128 * 2 ** 20
const MOST_ENDS = 10_000
/** The accounted size of an empty list, in bytes. */
const LEAST_LIST_BYTES = 1000
const BYTES = 8

interface Packed {
  readonly moment: Moment
  readonly seqs: Buffer
  readonly total?: number
}

interface Weights {
  readonly counts: readonly number[]
  readonly times: number | null
  readonly seen: number
}

/** Where the statements of one search run. */
interface Ways {
  readonly brief: (statement: Sql) => Promise<Packed>
  readonly wide: (statement: Sql) => Promise<Packed>
  /** What finds the matches by the fewest rows; none where there are many. */
  readonly driver: () => Promise<Driven | undefined>
  readonly limits: Limits
}

interface Driven {
  readonly driver: Driver
  readonly rows: number
}

export function searches({ brief, wide }: Pick<Lanes, 'brief' | 'wide'>, limits = LIMITS): Searches {
  const lists = new LRUCache<string, Buffer>({
    maxSize: MOST_LIST_BYTES,
    sizeCalculation: (seqs) => LEAST_LIST_BYTES + seqs.length,
  })
  const ends = new LRUCache<string, { readonly offset: number; readonly place: Place }>({ max: MOST_ENDS })
  const keyOf = (search: Search, at: Moment) => shortKey(`${at} ${JSON.stringify(search)}`)

  const waysOf = (search: Search, asking: Asking): Ways => ({
    brief: (statement) => one(brief, statement),
    wide: (statement) => wide(asking, (run) => one(run, statement)),
    driver: () => driverOf(brief, search, limits),
    limits,
  })

  return {
    first: async (wanted, asking) => {
      const { isWhole, moment, seqs, total, cost } = await firstOf(waysOf(wanted.search, asking), wanted)
      if (isWhole) lists.set(keyOf(wanted.search, moment), seqs)
      return { moment, seqs: slice(seqs, 0, wanted.limit), total, cost }
    },
    from: async (search, at, { offset, limit }, asking) => {
      const key = keyOf(search, at)
      const known = lists.get(key)
      if (known) return slice(known, offset, limit)
      const end = ends.get(key)
      const part =
        end && end.offset <= offset ? { after: end.place, offset: offset - end.offset, limit } : { offset, limit }
      const { isWhole, seqs } = await partOf(waysOf(search, asking), search, at, part)
      if (!isWhole) return slice(seqs, 0, limit)
      lists.set(key, seqs)
      return slice(seqs, offset, limit)
    },
    ended: (search, at, offset, place) => {
      ends.set(keyOf(search, at), { offset, place })
    },
  }
}

/** The first matches by one connection, for a search of a transaction: nothing is remembered. */
export async function firstIn(run: Run, wanted: SearchWanted): Promise<Found> {
  const here = (statement: Sql) => one(run, statement)
  const ways = { brief: here, wide: here, driver: () => driverOf(run, wanted.search, LIMITS), limits: LIMITS }
  const { moment, seqs, total } = await firstOf(ways, wanted)
  return { moment, seqs: slice(seqs, 0, wanted.limit), total }
}

interface Answer extends Packed {
  /** True if these are all matches. */
  readonly isWhole: boolean
  readonly cost?: SearchCost
}

async function firstOf(ways: Ways, { search, limit, mostCounted }: SearchWanted): Promise<Answer> {
  const { brief, wide, limits } = ways
  const order = indexOrder(search)
  const isWalked = order && walks(search, order)
  const driven = isWalked && !search.lastUpdated ? undefined : await ways.driver()
  const part = { offset: 0, limit }
  const isFew = driven && driven.rows <= limits.few
  if (!isFew && isWalked) {
    const counted = search.lastUpdated && mostCounted > 0 ? Math.min(mostCounted, Number.MAX_SAFE_INTEGER - 1) + 1 : 0
    const statement = partWalked(search, order, undefined, part, counted)
    const { total = 0, ...found } = await (counted > limits.lookedUp ? wide : brief)(statement)
    const isCounted = !search.lastUpdated || total < counted
    const cost = costOf(search, undefined, found.seqs.length / BYTES)
    return { ...found, ...(isCounted ? { total } : {}), isWhole: false, cost }
  }
  if (!driven && order && mostCounted === 0) {
    const found = await brief(amongFirst(search, order, undefined, part, limits.few))
    if (found.seqs.length / BYTES === limit) return { ...found, isWhole: false, cost: costOf(search, undefined, limit) }
  }
  const found = await (isFew ? brief : wide)(whole(search, driven, undefined, limits))
  const total = found.seqs.length / BYTES
  return {
    ...found,
    total,
    isWhole: true,
    cost: costOf(search, driven, Math.max(total, driven?.rows ?? limits.lookedUp)),
  }
}

/** What found the rows: what drives a search, or else the index of its order. */
function costOf({ sort, visibility }: Search, driven: Driven | undefined, rows: number): SearchCost {
  const { driver } = driven ?? {}
  if (typeof driver === 'object') return { led: driver.condition.param, rows }
  if (visibility !== 'all' && (driver ?? 'seen') === 'seen') return { led: 'resource-origin', rows }
  const isById = driver === 'ids' || (driver === undefined && !byTime(tiesOf(sort)))
  return { led: isById ? '_id' : '_lastUpdated', rows }
}

/** A part of the matches as of a moment, or all of them. */
async function partOf(ways: Ways, search: Search, at: Moment, part: Part): Promise<Answer> {
  const { brief, wide, limits } = ways
  const order = indexOrder(search)
  const isWalked = order && walks(search, order)
  const driven = isWalked && !search.lastUpdated ? undefined : await ways.driver()
  const isFew = driven && driven.rows <= limits.few
  if (!isFew && isWalked) {
    const statement = partWalked(search, order, at, part)
    return { ...(await (part.offset > limits.lookedUp ? wide : brief)(statement)), isWhole: false }
  }
  if (!driven && order && part.offset < limits.few) {
    const found = await brief(amongFirst(search, order, at, part, limits.few))
    if (found.seqs.length / BYTES === part.limit) return { ...found, isWhole: false }
  }
  return { ...(await (isFew ? brief : wide)(whole(search, driven, at, limits))), isWhole: true }
}

const whole = (search: Search, driven: Driven | undefined, at: Moment | undefined, { few }: Limits): Sql =>
  driven ? allDriven(search, driven.driver, at, driven.rows > few) : allWalked(search, at)

async function driverOf(run: Run, search: Search, { few, lookedUp }: Limits): Promise<Driven | undefined> {
  if (search.ids) return { driver: 'ids', rows: search.ids.length }
  // Counting to the end what finds many takes longer than a narrow search.
  return (
    (await narrowest(run, search, few)) ??
    (search.conditions.length > 0 && lookedUp > few ? narrowest(run, search, lookedUp) : undefined)
  )
}

/** What finds at most `most` rows, and the fewest. */
async function narrowest(run: Run, search: Search, most: number): Promise<Driven | undefined> {
  const [weights] = await run<Weights>(...numbered(weighing(search, most + 1)))
  if (!weights) throw new Error('A search was not weighed.')
  const { counts, times, seen } = weights
  const all: readonly Driven[] = [
    ...search.conditions.map((condition, at) => ({ driver: { condition }, rows: Number(counts[at]) })),
    ...(times === null ? [] : [{ driver: 'times' as const, rows: times }]),
    { driver: 'seen', rows: seen },
  ]
  return all.filter(({ rows }) => rows <= most).toSorted((a, b) => a.rows - b.rows)[0]
}

const indexOrder = ({ sort }: Search): IndexOrder | undefined => (typeof sort === 'string' ? sort : undefined)

/** True if walks along an index visit exactly the matches, in order. */
function walks({ ids, conditions, visibility, lastUpdated }: Search, order: IndexOrder): boolean {
  if (ids || conditions.length > 0) return false
  if (!byTime(order)) return visibility === 'all' && !lastUpdated
  return visibility === 'all' || visibility.origins.length <= MOST_WALKS
}

async function one(run: Run, statement: Sql): Promise<Packed> {
  const [row] = await run<Packed>(...numbered(statement))
  if (!row) throw new Error('A search gave no row.')
  return row
}

/** A part of a packed list. */
function slice(seqs: Buffer, offset: number, limit: number): readonly number[] {
  const numbers: number[] = []
  for (let at = offset * BYTES; at < seqs.length && numbers.length < limit; at += BYTES)
    numbers.push(Number(seqs.readBigInt64BE(at)))
  return numbers
}
