// Reads rows of resource_version, given the parts of a query. Caches prepared statements by their text.
import type { Statement } from 'better-sqlite3'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { IndexOrder, SearchCost, SortOrder, ValueKey } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { gathering, type PackedList } from './packed-list.ts'
import { orderOf, type Part, type Value } from './sql.ts'
import { type RowWatch, rowWatch } from './time-limit.ts'

const STATEMENTS = 200
/** SQLite reads a negative limit as no limit. */
const ALL = -1

/** A version, with what its position in any order depends on. */
export interface Place {
  readonly seq: number
  readonly lastUpdated: number
  readonly id: string
  /** The sort keys, in an order by values. */
  readonly keys?: readonly (string | null)[]
}

export interface Reader {
  /** The rows of a part, in an order. */
  readonly places: (part: Part, sort: SortOrder, limit?: number) => readonly Place[]
  /** The seqs of all rows of a part, which are few, in an order. */
  readonly seqs: (part: Part, sort: SortOrder) => PackedList
  /** Calls back for each row of a part, in an order that an index provides, with its seq. */
  readonly each: (part: Part, sort: IndexOrder, visit: (seq: number) => void) => void
  /** Calls back for each index value of some parameters of a type, in order, with its seq. */
  readonly eachValue: (type: string, key: ValueKey, visit: (value: string, seq: number) => void) => void
  /** The seqs that parts hand to `gathered` (row-watch.ts), in no particular order. */
  readonly gathered: (parts: readonly Part[]) => PackedList
  /** The number of rows in a part, counted up to `most`. */
  readonly count: (part: Part, most: number) => number
  /** The number that a statement selects as n. */
  readonly number: (text: string, values: readonly Value[]) => number
  /** What was read since the last call, and what the first of it was found by. */
  readonly cost: () => SearchCost
}

export function reader(sql: Sqlite): Reader {
  const statements = recentlyUsed<Statement<Value[]>>(STATEMENTS)
  const prepared = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const statement = sql.prepare<Value[]>(text)
    statements.set(text, statement)
    return statement
  }
  const watch = rowWatch(sql)
  const counted = counter(watch)
  const number = (text: string, values: readonly Value[]) => (prepared(text).get(...values) as { n: number }).n
  return {
    places: (part, sort, limit = ALL) => {
      const { from, where, values } = part
      const order = orderOf(sort)
      const rows = prepared(
        `SELECT r.seq, r.lastUpdated, r.id${order.columns} FROM ${from} WHERE ${where} ORDER BY ${order.orderBy} LIMIT ?`,
      ).all(...order.values, ...values, limit) as readonly Place[]
      counted.rows(part, rows.length)
      return order.columns === '' ? rows : rows.map(keyed)
    },
    seqs: (part, sort) => {
      const { from, where, values } = part
      const order = orderOf(sort)
      const text = `SELECT r.seq${order.columns} FROM ${from} WHERE ${where} ORDER BY ${order.orderBy}`
      const found = gathering()
      const rows = prepared(text)
        .pluck()
        .all(...order.values, ...values) as readonly number[]
      counted.rows(part, rows.length)
      for (const seq of rows) found.add(seq)
      return found.seqs()
    },
    each: (part, sort, visit) => {
      const { from, where, values } = part
      counted.rows(part, 0)
      const text = `SELECT r.seq FROM ${from} WHERE ${where} ORDER BY ${orderOf(sort).orderBy}`
      for (const seq of prepared(text)
        .pluck()
        .iterate(...values) as IterableIterator<number>) {
        watch.look()
        visit(seq)
      }
    },
    eachValue: (type, { params, descending }, visit) => {
      // A list of parameters would be sorted whole; the parts of a union are merged as they are read.
      const all = params.map(() => "SELECT value, seq FROM search_value WHERE type = ? AND param = ? AND value > ''")
      const text = `${all.join(' UNION ALL ')} ORDER BY 1${descending ? ' DESC' : ''}`
      const values = params.flatMap((param) => [type, param])
      for (const [value, seq] of prepared(text)
        .raw()
        .iterate(...values) as IterableIterator<[string, number]>) {
        watch.look()
        visit(value, seq)
      }
    },
    gathered: (parts) =>
      watch.gathered(() => {
        for (const part of parts) {
          counted.rows(part, 0)
          prepared(`SELECT 1 FROM ${part.from} WHERE ${part.where}`).get(...part.values)
        }
      }),
    count: ({ from, where, values }, most) => {
      const n = number(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`, [...values, most])
      counted.more(n)
      return n
    },
    number,
    cost: counted.cost,
  }
}

/** Counts what is read: rows that statements return, and what they show to the watch. */
function counter(watch: RowWatch) {
  let [led, read, looks] = ['', 0, 0]
  return {
    /** The first part since the last cost has led. */
    rows: ({ led: by = '' }: Part, rows: number): void => {
      led ||= by
      read += rows
    },
    more: (rows: number): void => {
      read += rows
    },
    cost: (): SearchCost => {
      const cost = { led, rows: read + watch.looks() - looks }
      ;[led, read, looks] = ['', 0, watch.looks()]
      return cost
    },
  }
}

/** A row whose additional columns are its sort keys. */
const keyed = ({ seq, lastUpdated, id, ...keys }: Place): Place => ({
  seq,
  lastUpdated,
  id,
  keys: Object.values(keys as Readonly<Record<string, string | null>>),
})
