// Buffers reads before they are recorded. A read is added to those of the same agent and written with all others of the same
// second: a transaction for each would cost a hundred times the read itself (docs/decisions/0009-audit.md).
import type { AuditedRead } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import {
  add,
  belongsTo,
  groupFor,
  groupKeyOf,
  isFull,
  MOST_WEIGHT,
  named,
  partsOf,
  REQUESTS_AS_ONE,
  type ReadGroup,
  weight,
} from './read-event.ts'

/** Longest wait of a read for its event. */
const WINDOW_MS = 1000
/** Most buffered reads, and resources by agent: each holds its name, or its request id. */
const MOST_READS = 32_000
const MOST_NAMED = 4000
/** The pause after a write, as a multiple of the time it took, in which requests are answered. */
const OTHERS_SHARE = 3
/** The backlog beyond which writing no longer pauses: reads arrive faster than they are written. */
const TOO_MUCH_WAITS = 2 * (MOST_NAMED + MOST_READS / REQUESTS_AS_ONE)

export interface ReadEventBuffer {
  readonly keep: (read: AuditedRead, site: string) => void
  /** Writes the buffered reads. */
  readonly flush: () => void
}

/** `write` takes groups that make one event each, and must not throw. `each` writes every read immediately. */
export function readEventBuffer(
  write: (groups: readonly ReadGroup[]) => void,
  { clock, each }: { readonly clock: Clock; readonly each: boolean },
): ReadEventBuffer {
  /** All, in the order of their first reads. */
  let groups: ReadGroup[] = []
  let open = new Map<string, ReadGroup>()
  let last: ReadGroup | undefined
  let reads = 0
  let resources = 0
  let timer: NodeJS.Timeout | undefined
  /** Closed groups that are not written yet, and their weight. */
  const closed: ReadGroup[] = []
  let waiting = 0
  /** True while a write is under way or scheduled. */
  let isWriting = false

  const close = () => {
    clearTimeout(timer)
    timer = undefined
    for (const group of groups)
      for (const part of partsOf(group)) {
        closed.push(part)
        waiting += weight(part)
      }
    groups = []
    open = new Map()
    last = undefined
    reads = 0
    resources = 0
  }

  const writeSome = () => {
    let count = 0
    let sum = 0
    for (const group of closed) {
      if (count > 0 && sum + weight(group) > MOST_WEIGHT) break
      sum += weight(group)
      count += 1
    }
    waiting -= sum
    write(closed.splice(0, count))
  }

  const flush = () => {
    close()
    while (closed.length > 0) writeSome()
  }

  /** Writes all, and lets others go on in between. */
  const writeInParts = () => {
    isWriting = closed.length > 0
    if (!isWriting) return
    const began = performance.now()
    writeSome()
    if (waiting > TOO_MUCH_WAITS) setImmediate(writeInParts)
    else setTimeout(writeInParts, OTHERS_SHARE * (performance.now() - began)).unref()
  }

  const ready = () => {
    close()
    if (!isWriting) writeInParts()
  }

  const openGroup = (read: AuditedRead, site: string, at: number): ReadGroup => {
    // Most reads follow one of the same agent: no key is made for these.
    if (last && belongsTo(last, read, site) && !isFull(last)) return last
    const key = groupKeyOf(read, site)
    const known = open.get(key)
    if (known && !isFull(known)) return known
    const group = groupFor(read, { site, at })
    open.set(key, group)
    groups.push(group)
    return group
  }

  return {
    keep: (read, site) => {
      const at = clock()
      const group = openGroup(read, site, at)
      const before = named(group)
      add(group, read, at)
      last = group
      reads += 1
      resources += named(group) - before
      if (each) flush()
      else if (reads >= MOST_READS || resources >= MOST_NAMED) ready()
      else timer ??= setTimeout(ready, WINDOW_MS).unref()
    },
    flush,
  }
}
