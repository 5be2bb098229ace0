// Reads rows of resource_version by the parts of a query. Prepared statements are kept by their text.
import type { Statement } from 'better-sqlite3'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { SortKey } from '#server/fhir/store.ts'
import type { Sqlite } from '../file/database.ts'
import { ORDER, type Part, type Value } from './sql.ts'

const STATEMENTS = 200
/** For SQLite a negative limit is none. */
const ALL = -1

/** A version and its place in any order. */
export interface Place {
  readonly seq: number
  readonly lastUpdated: number
  readonly id: string
}

export interface Reader {
  /** The rows of a part in an order. */
  readonly places: (part: Part, sort: SortKey, limit?: number) => readonly Place[]
  /** The seqs of all rows of a part in an order. */
  readonly seqs: (part: Part, sort: SortKey) => readonly number[]
  /** How many rows a part has, counted up to `most`. */
  readonly count: (part: Part, most: number) => number
  /** The number that a statement selects as n. */
  readonly number: (text: string, values: readonly Value[]) => number
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
  const number = (text: string, values: readonly Value[]) => (prepared(text).get(...values) as { n: number }).n
  return {
    places: ({ from, where, values }, sort, limit = ALL) =>
      prepared(`SELECT r.seq, r.lastUpdated, r.id FROM ${from} WHERE ${where} ORDER BY ${ORDER[sort]} LIMIT ?`).all(
        ...values,
        limit,
      ) as readonly Place[],
    seqs: ({ from, where, values }, sort) =>
      prepared(`SELECT r.seq FROM ${from} WHERE ${where} ORDER BY ${ORDER[sort]}`)
        .pluck()
        .all(...values) as readonly number[],
    count: ({ from, where, values }, most) =>
      number(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`, [...values, most]),
    number,
  }
}
