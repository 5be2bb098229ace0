// The read event buffer writes in small portions, so that requests are answered in between.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AuditedRead } from '#lib/audit/audit.ts'
import { type AccessGroup, named } from './read-audit-event.ts'
import { readEventBuffer } from './read-event-buffer.ts'

/** Milliseconds that writing takes here. */
const TAKES = 4

function keeping({ each = false } = {}) {
  const writes: { readonly at: number; readonly named: number; readonly reads: number }[] = []
  const write = (groups: readonly AccessGroup[]) => {
    const until = performance.now() + TAKES
    while (performance.now() < until);
    const sum = (count: (group: AccessGroup) => number) => groups.reduce((all, group) => all + count(group), 0)
    writes.push({ at: performance.now(), named: sum(named), reads: sum((group) => group.reads) })
  }
  const reads = readEventBuffer(write, { clock: Date.now, each })
  onTestFinished(() => reads.flush())
  const read = (name: string): AuditedRead => ({
    ...{ interaction: 'read', status: 200, client: 'app', token: undefined, address: '::1', requestId: 'r' },
    shown: [`Patient/${name}/_history/1`],
  })
  const keep = (count: number, prefix = 'p') => {
    for (let n = 0; n < count; n += 1) void reads.keep(read(`${prefix}${n}`), 'https://example.test')
  }
  const again = (count: number) => {
    for (let n = 0; n < count; n += 1) void reads.keep(read('one'), 'https://example.test')
  }
  const written = () => writes.reduce((sum, one) => sum + one.named, 0)
  return { writes, written, keep, again, flush: reads.flush }
}

describe('read events that wait to be written', () => {
  it('are written in batches of at most 100, with pauses for other requests in between', async () => {
    const { writes, written, keep } = keeping()
    keep(4000)
    while (written() < 4000) await wait(20)
    expect(Math.max(...writes.map(({ named }) => named))).toBe(100)
    const pauses = writes.slice(1).map(({ at }, index) => at - (writes[index]?.at ?? 0) - TAKES)
    // A pause is at least as long as configured, and longer on a busy machine.
    expect(Math.min(...pauses)).toBeGreaterThan(2 * TAKES)
  })

  it('are written without pauses when reads come faster than that', async () => {
    const { writes, written, keep } = keeping()
    for (const part of ['a', 'b', 'c', 'd']) keep(4000, part)
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    // The first was written when few waited, and left the pause that others then have.
    while (writes.length < 2) await turn()
    const before = writes.length
    let turns = 0
    for (; written() < 5000; turns += 1) await turn()
    expect(turns).toBeLessThan(2 * (writes.length - before))
    while (written() < 16_000) await wait(20)
    expect(written()).toBe(16_000)
  })

  it('are written in batches also when all are reads of one resource', async () => {
    const { writes, again } = keeping()
    again(32_000)
    const read = () => writes.reduce((sum, one) => sum + one.reads, 0)
    while (read() < 32_000) await wait(20)
    expect(Math.max(...writes.map(({ reads }) => reads))).toBeLessThan(2500)
    expect(read()).toBe(32_000)
  })

  it('are all written by a flush, also while a batch waits', async () => {
    const { written, keep, flush } = keeping()
    keep(4100)
    await flush()
    expect(written()).toBe(4100)
    keep(1)
    await flush()
    expect(written()).toBe(4101)
  })

  it('are written one by one with `each`', () => {
    const { writes, keep } = keeping({ each: true })
    keep(3)
    expect(writes.map(({ named }) => named)).toEqual([1, 1, 1])
  })
})
