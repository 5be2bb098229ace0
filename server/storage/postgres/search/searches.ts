// Searches as of now and as of a moment. What reads few rows is found whole; what has no conditions is walked in the order of an
// index, page by page; anything else is found among the first rows, or whole, as packed numbers that its other pages are cut from.
import { LRUCache } from 'lru-cache'
import { shortKey } from '#lib/crypto/hash.ts'
import type { Asking, IndexOrder, Search, SearchWanted } from '#server/fhir/store.ts'
import type { Run } from '../connection/line.ts'
import type { Lanes } from './lanes.ts'
import type { Moment } from './moment.ts'
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
  weighing,
} from './sql.ts'

export interface Found {
  readonly moment: Moment
  /** The first matches. */
  readonly seqs: readonly number[]
  readonly total: number | undefined
}

export interface Searches {
  /** The first matches as of now. */
  readonly first: (wanted: SearchWanted, asking: Asking) => Promise<Found>
  /** The seqs of matches as of a moment, from any offset. */
  readonly from: (search: Search, at: Moment, part: Omit<Part, 'after'>, asking: Asking) => Promise<readonly number[]>
  /** Tells where a page ended, for the next one to begin there. */
  readonly ended: (search: Search, at: Moment, offset: number, place: Place) => void
}

/** The same on a connection that the caller holds, for a search of a transaction: nothing is remembered. */
export type FirstIn = (run: Run, wanted: SearchWanted) => Promise<Found>

/** Rows that are read one by one: within a page's time, and where a list of them costs less than a walk past all others. */
const FEW = 2000
const LOOKED_UP = 20_000
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

export function searches({ brief, wide }: Lanes, mostBytes = MOST_LIST_BYTES): Searches {
  const lists = new LRUCache<string, Buffer>({
    maxSize: mostBytes,
    sizeCalculation: (seqs) => LEAST_LIST_BYTES + seqs.length,
  })
  const ends = new LRUCache<string, { readonly offset: number; readonly place: Place }>({ max: MOST_ENDS })
  const keyOf = (search: Search, at: Moment) => shortKey(`${at} ${JSON.stringify(search)}`)

  const keep = (search: Search, { moment, seqs }: Packed): void => {
    lists.set(keyOf(search, moment), seqs)
  }

  return {
    first: async (wanted, asking) => {
      const { search, limit } = wanted
      const { isWhole, ...packed } = await firstOf(search, wanted, {
        brief,
        wide: (statement) => wide(asking, (run) => one(run, statement)),
      })
      if (isWhole) keep(search, packed)
      return { moment: packed.moment, seqs: slice(packed.seqs, 0, limit), total: packed.total }
    },
    from: async (search, at, { offset, limit }, asking) => {
      const known = lists.get(keyOf(search, at))
      if (known) return slice(known, offset, limit)
      const { driver, rows } = await driverOf(brief, search)
      if (driver && rows <= FEW)
        return slice((await one(brief, allDriven(search, driver, at, rows))).seqs, offset, limit)
      const end = ends.get(keyOf(search, at))
      const start =
        end && end.offset <= offset ? { after: end.place, offset: offset - end.offset } : { after: undefined, offset }
      const order = indexOrder(search)
      if (order && isWalked(search, order)) {
        const statement = partWalked(search, order, at, { ...start, limit })
        const run =
          start.offset > LOOKED_UP
            ? (asked: Sql) => wide(asking, (run) => one(run, asked))
            : (asked: Sql) => one(brief, asked)
        return slice((await run(statement)).seqs, 0, limit)
      }
      if (order && !driver) {
        const some = slice((await one(brief, amongFirst(search, order, at, { ...start, limit }, FEW))).seqs, 0, limit)
        if (some.length === limit) return some
      }
      const whole = await wide(asking, (run) =>
        one(run, driver ? allDriven(search, driver, at, rows) : allWalked(search, at)),
      )
      keep(search, { moment: at, seqs: whole.seqs })
      return slice(whole.seqs, offset, limit)
    },
    ended: (search, at, offset, place) => {
      ends.set(keyOf(search, at), { offset, place })
    },
  }
}

/** The first matches, by one connection. */
export const firstIn: FirstIn = async (run, wanted) => {
  const packed = await firstOf(wanted.search, wanted, { brief: run, wide: (statement) => one(run, statement) })
  return { moment: packed.moment, seqs: slice(packed.seqs, 0, wanted.limit), total: packed.total }
}

async function firstOf(
  search: Search,
  { limit, mostCounted }: SearchWanted,
  { brief, wide }: { readonly brief: Run; readonly wide: (statement: Sql) => Promise<Packed> },
): Promise<Packed & { readonly isWhole: boolean }> {
  const { driver, rows } = await driverOf(brief, search)
  const whole = (packed: Packed) => ({ ...packed, total: packed.seqs.length / BYTES, isWhole: true })
  if (driver && rows <= FEW) return whole(await one(brief, allDriven(search, driver, undefined, rows)))
  const order = indexOrder(search)
  const part = { offset: 0, limit }
  if (order && isWalked(search, order)) {
    const counted = search.lastUpdated && mostCounted > 0 ? Math.min(mostCounted, Number.MAX_SAFE_INTEGER - 1) + 1 : 0
    const statement = partWalked(search, order, undefined, part, counted)
    const { total = 0, ...found } = counted > LOOKED_UP ? await wide(statement) : await one(brief, statement)
    const isCounted = !search.lastUpdated || total < counted
    return { ...found, ...(isCounted ? { total } : {}), isWhole: false }
  }
  if (order && !driver && mostCounted === 0) {
    const found = await one(brief, amongFirst(search, order, undefined, part, FEW))
    if (found.seqs.length / BYTES === limit) return { ...found, isWhole: false }
  }
  return whole(await wide(driver ? allDriven(search, driver, undefined, rows) : allWalked(search, undefined)))
}

/** What finds the matches of a search by the fewest rows; none where there are many. */
async function driverOf(run: Run, search: Search): Promise<{ readonly driver?: Driver; readonly rows: number }> {
  if (search.ids) return { driver: 'ids', rows: search.ids.length }
  const [weights] = await run<Weights>(...numbered(weighing(search, LOOKED_UP + 1)))
  if (!weights) return { rows: Number.POSITIVE_INFINITY }
  const { counts, times, seen } = weights
  const all: readonly { readonly driver: Driver; readonly rows: number }[] = [
    ...search.conditions.map((condition, at) => ({ driver: { condition }, rows: Number(counts[at]) })),
    ...(times !== null && times <= FEW ? [{ driver: 'times' as const, rows: times }] : []),
    ...(seen <= FEW ? [{ driver: 'seen' as const, rows: seen }] : []),
  ]
  const fewest = all.reduce((a, b) => (b.rows < a.rows ? b : a), {
    driver: 'seen' as Driver,
    rows: Number.POSITIVE_INFINITY,
  })
  return fewest.rows <= LOOKED_UP ? fewest : { rows: fewest.rows }
}

const indexOrder = ({ sort }: Search): IndexOrder | undefined => (typeof sort === 'string' ? sort : undefined)

/** True if walks along an index visit exactly the matches, in order. */
function isWalked({ ids, conditions, visibility, lastUpdated }: Search, order: IndexOrder): boolean {
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
