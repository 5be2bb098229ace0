// An answer leaves after its commit is on the disk, and concurrent waiters share one flush.
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { durability } from './durability.ts'
import { writeQueue } from './write-queue.ts'

const unexpected = (error: unknown) => {
  throw error
}

function disk() {
  const database = temporaryDatabase()
  const file = database.sql.name
  const insert = database.sql.prepare(
    "INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('launch', 'p', ?, 1)",
  )
  const flushes: (() => void)[] = []
  const failures: ((error: Error) => void)[] = []
  const toDisk = () =>
    new Promise<void>((resolve, reject) => {
      flushes.push(resolve)
      failures.push(reject)
    })
  const writes = writeQueue(database.sql)
  const { durable, flushed } = durability(database.sql, file, { toDisk, owed: writes })
  return {
    database,
    file,
    write: (jti: string) => insert.run(jti),
    enqueue: (write: () => void) => writes.enqueue(write, unexpected),
    durable,
    flushed,
    flushes,
    failures,
  }
}

/** True while a promise is pending after everything that was ready has run. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open')
  await new Promise((resolve) => setImmediate(resolve))
  return (await Promise.race([promise, Promise.resolve(open)])) === open
}

describe('what is owed', () => {
  it('is written when its flush begins: once for all waiting callers, before they get their answers', async () => {
    const { write, enqueue, durable, flushes } = disk()
    let made = 0
    const make = () => {
      made += 1
      write(`owed ${made}`)
    }
    enqueue(make)
    const first = durable()
    expect([made, flushes.length]).toEqual([1, 1])
    enqueue(make)
    const second = durable()
    enqueue(make)
    const third = durable()
    expect(made).toBe(1) // The disk is busy: later callers, and their enqueued writes, wait for the next flush.
    flushes[0]?.()
    await first
    expect(await isOpen(second)).toBe(true)
    expect([made, flushes.length]).toEqual([2, 2])
    flushes[1]?.()
    await Promise.all([second, third])
    await durable()
    expect([made, flushes.length]).toEqual([2, 2])
  })
})

describe('what was written and promised', () => {
  it('is flushed before any caller gets its answer', async () => {
    const { write, durable, flushes } = disk()
    write('one')
    const told = durable()
    expect(await isOpen(told)).toBe(true)
    flushes[0]?.()
    await told
  })

  it('is flushed once for all who wait, and again for a write that came after the flush began', async () => {
    const { write, durable, flushes } = disk()
    write('one')
    const first = durable()
    write('two')
    const second = durable()
    write('three')
    const third = durable()
    flushes[0]?.()
    await first
    expect(await isOpen(second)).toBe(true)
    expect(await isOpen(third)).toBe(true)
    expect(flushes).toHaveLength(2)
    flushes[1]?.()
    await Promise.all([second, third])
    expect(flushes).toHaveLength(2)
  })

  it('is flushed once for all whose writes were there when the flush began', async () => {
    const { write, durable, flushes } = disk()
    write('one')
    write('two')
    const both = [durable(), durable()]
    flushes[0]?.()
    await Promise.all(both)
    expect(flushes).toHaveLength(1)
  })

  it('may be waited for by others, who learn only that the flush has ended', async () => {
    const { write, durable, flushed, flushes, failures } = disk()
    await flushed()
    write('one')
    const failing = durable()
    const ended = flushed()
    expect(await isOpen(ended)).toBe(true)
    failures[0]?.(new Error('EIO'))
    await expect(failing).rejects.toThrow(StorageUnavailable)
    await ended
    expect(flushes).toHaveLength(1)
  })

  it('costs no flush when nothing was written since', async () => {
    const { write, durable, flushes } = disk()
    await durable()
    write('one')
    const told = durable()
    flushes[0]?.()
    await told
    await durable()
    expect(flushes).toHaveLength(1)
  })

  it('fails with StorageUnavailable when the disk refuses it, and is tried again for the next caller', async () => {
    const { write, durable, flushes, failures } = disk()
    write('one')
    const told = durable()
    failures[0]?.(new Error('EIO'))
    await expect(told).rejects.toThrow(StorageUnavailable)
    const again = durable()
    expect(await isOpen(again)).toBe(true)
    flushes[1]?.()
    await again
  })

  it('really flushes the write-ahead log', async () => {
    const { database } = disk()
    database.sql.prepare("INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('launch', 'p', 'real', 1)").run()
    await database.durable()
  })
})
