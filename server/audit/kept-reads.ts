// Reads on their way into the log. A read is kept with one push and written with all others of the same moment: a
// transaction for each would cost a hundred times what the read does (docs/decisions/0009-audit.md).
import type { KeptRead } from './read-event.ts'

/** Longest wait of a read for its event. */
const WINDOW_MS = 1000
/** Reads that are written together; grouping and writing these takes some milliseconds. */
const MOST_KEPT = 4000

export interface KeptReads {
  readonly keep: (read: KeptRead) => void
  /** Writes what is kept. */
  readonly flush: () => void
}

/** `write` must not throw. `each` writes every read at once. */
export function keptReads(write: (reads: readonly KeptRead[]) => void, each: boolean): KeptReads {
  let kept: KeptRead[] = []
  let timer: NodeJS.Timeout | undefined
  const most = each ? 1 : MOST_KEPT

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (kept.length === 0) return
    const reads = kept
    kept = []
    write(reads)
  }

  return {
    keep: (read) => {
      if (kept.push(read) >= most) flush()
      else timer ??= setTimeout(flush, WINDOW_MS).unref()
    },
    flush,
  }
}
