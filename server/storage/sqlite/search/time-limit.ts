// Stops a search when its time is over or nobody waits for it. Statements call functions of this file for each row, which look
// at the clock and at who waits, because the driver can interrupt no statement (docs/decisions/0020-search-bounds.md); one that
// throws ends its statement.
import { SearchRefused } from '#lib/search-refused.ts'
import type { Sqlite } from '../file/database.ts'
import { gathering, type PackedList } from './packed-list.ts'

export interface Bounds {
  /** The longest time, in milliseconds. */
  readonly ms: number
  /** True when nobody waits any more. */
  readonly isCancelled: () => boolean
}

export interface RowWatch {
  /** Runs work on this connection, whose reads throw SearchRefused soon after its time is up or it is cancelled. */
  readonly within: <T>(bounds: Bounds, work: () => T) => T
  /** Call it for each row that is read outside of SQLite. Throws SearchRefused. */
  readonly look: () => void
  /** The number of these calls, by statements as well. */
  readonly looks: () => number
  /** The seqs that a statement hands to `gathered(seq, fits)`, in no particular order. */
  readonly gathered: (run: () => void) => PackedList
}

/** Rows between two looks. They take a millisecond at most. */
const ROWS = 256

const watches = new WeakMap<Sqlite, RowWatch>()

/** The one of a connection. Its functions are in SQL `going_on(seq)`, which is true, and `gathered(seq, fits)`, which is false. */
export function rowWatch(sql: Sqlite): RowWatch {
  const known = watches.get(sql)
  if (known) return known
  const watch = newWatch(sql)
  watches.set(sql, watch)
  return watch
}

function newWatch(sql: Sqlite): RowWatch {
  let bounds: (Bounds & { readonly until: number }) | undefined
  let rows = 0
  let gather = gathering()

  const look = () => {
    rows += 1
    if (rows % ROWS !== 0 || !bounds) return
    if (bounds.isCancelled()) throw new SearchRefused('gone')
    if (performance.now() > bounds.until) throw new SearchRefused('too-costly')
  }

  sql.function('going_on', { deterministic: false }, (_seq: number) => {
    look()
    return 1
  })
  sql.function('gathered', { deterministic: false }, (seq: number, fits: number) => {
    look()
    if (fits) gather.add(seq)
    return 0
  })

  return {
    look,
    looks: () => rows,
    within: (next, work) => {
      const before = bounds
      bounds = { ...next, until: performance.now() + next.ms }
      try {
        return work()
      } finally {
        bounds = before
      }
    },
    gathered: (run) => {
      gather = gathering()
      try {
        run()
        return gather.seqs()
      } finally {
        gather = gathering() // Nobody else holds on to millions of them.
      }
    },
  }
}
