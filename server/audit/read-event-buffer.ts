// Buffers reads before they are recorded. A read is added to those of the same agent, and all reads of a second are
// written together: a transaction for each would cost a hundred times the read itself (docs/decisions/0009-audit.md).
import { andThen, type Maybe } from '#lib/async/maybe.ts'
import type { AuditedRead } from '#lib/audit/audit.ts'
import type { Clock } from '#lib/clock.ts'
import {
  type AccessGroup,
  add,
  belongsTo,
  groupFor,
  groupKeyOf,
  isFull,
  MOST_WEIGHT,
  named,
  partsOf,
  REQUESTS_AS_ONE,
  weight,
} from './read-audit-event.ts'

/** Longest time between a read and its event. */
const WINDOW_MS = 1000
/** Most buffered reads, and most buffered resources, counted per agent: each holds a name or a request id. */
const MOST_READS = 32_000
const MOST_NAMED = 4000
/** The pause after a write, as a multiple of its duration; requests are answered in it. */
const OTHERS_SHARE = 3
/** The backlog beyond which writing no longer pauses, because reads arrive faster than they are written. */
const TOO_MUCH_WAITS = 2 * (MOST_NAMED + MOST_READS / REQUESTS_AS_ONE)

export interface ReadEventBuffer {
  readonly keep: (read: AuditedRead, site: string) => Maybe<void>
  /** Writes the buffered reads. */
  readonly flush: () => Maybe<void>
}

/**
 * `write` takes groups that become one event each; it must not throw, and resolves when all that it was given is written. With `each`, every read is written immediately.
 */
export function readEventBuffer(
  write: (groups: readonly AccessGroup[]) => Maybe<void>,
  { clock, each }: { readonly clock: Clock; readonly each: boolean },
): ReadEventBuffer {
  const open = openGroups()
  const writing = pacedWriting(write)
  let timer: NodeJS.Timeout | undefined

  const close = () => {
    clearTimeout(timer)
    timer = undefined
    writing.add(open.close())
  }
  const ready = () => {
    close()
    writing.begin()
  }
  const flush = () => {
    close()
    return writing.finish()
  }

  return {
    keep: (read, site) => {
      open.take(read, site, clock())
      if (each) return flush()
      if (open.areMany()) ready()
      else timer ??= setTimeout(ready, WINDOW_MS).unref()
      return undefined
    },
    flush,
  }
}

/** The groups of the reads since the last write. */
function openGroups() {
  /** All groups, in the order of their first reads. */
  let groups: AccessGroup[] = []
  let byKey = new Map<string, AccessGroup>()
  let last: AccessGroup | undefined
  let reads = 0
  let resources = 0

  const groupOf = (read: AuditedRead, site: string, at: number): AccessGroup => {
    // Most reads follow another one by the same agent; these need no key.
    if (last && belongsTo(last, read, site) && !isFull(last)) return last
    const key = groupKeyOf(read, site)
    const known = byKey.get(key)
    if (known && !isFull(known)) return known
    const group = groupFor(read, { site, at })
    byKey.set(key, group)
    groups.push(group)
    return group
  }

  return {
    take: (read: AuditedRead, site: string, at: number): void => {
      const group = groupOf(read, site, at)
      const before = named(group)
      add(group, read, at)
      last = group
      reads += 1
      resources += named(group) - before
    },
    areMany: (): boolean => reads >= MOST_READS || resources >= MOST_NAMED,
    /** Returns the groups and starts anew. */
    close: (): readonly AccessGroup[] => {
      const all = groups
      groups = []
      byKey = new Map()
      last = undefined
      reads = 0
      resources = 0
      return all
    },
  }
}

/** Writes closed groups in parts, and lets other work run in between. */
function pacedWriting(write: (groups: readonly AccessGroup[]) => Maybe<void>) {
  /** The groups that are not written yet, and their weight. */
  const closed: AccessGroup[] = []
  let waiting = 0
  /** True while a write is running or scheduled. */
  let isWriting = false

  const writeSome = (): Maybe<void> => {
    let count = 0
    let sum = 0
    for (const group of closed) {
      if (count > 0 && sum + weight(group) > MOST_WEIGHT) break
      sum += weight(group)
      count += 1
    }
    waiting -= sum
    return write(closed.splice(0, count))
  }

  const goOn = () => {
    isWriting = closed.length > 0
    if (!isWriting) return
    const began = performance.now()
    void andThen(writeSome(), () => {
      if (waiting > TOO_MUCH_WAITS) setImmediate(goOn)
      else setTimeout(goOn, OTHERS_SHARE * (performance.now() - began)).unref()
    })
  }

  return {
    add: (groups: readonly AccessGroup[]): void => {
      const parts = groups.flatMap(partsOf)
      closed.push(...parts)
      for (const part of parts) waiting += weight(part)
    },
    begin: (): void => {
      if (!isWriting) goOn()
    },
    /** Writes everything at once. */
    finish: (): Maybe<void> => {
      let written: Maybe<void> | undefined
      while (closed.length > 0) written = writeSome()
      return written
    },
  }
}
