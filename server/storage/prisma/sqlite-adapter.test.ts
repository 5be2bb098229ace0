// Prisma on the engine's one connection.
import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { waitAside } from '../sqlite/durability/busy-retry.ts'
import { anotherConnection } from '../sqlite/testing/another-connection.ts'

const ACCOUNT = { id: 'a', username: 'anna', name: 'Anna', role: 'patient', passwordHash: '', createdAt: new Date(5) }

async function opened() {
  const database = temporaryDatabase()
  return { ...database, client: await database.prisma() }
}

describe('a call of Prisma', () => {
  it('keeps times as epoch milliseconds, truths as numbers, and gives them back as they were', async () => {
    const { client, sql } = await opened()
    const at = new Date(1_795_724_465_546)
    const app = { clientId: 'c', name: 'C', kind: 'both', status: 'pending', createdAt: at, updatedAt: at }
    expect(await client.client.create({ data: { ...app, anyTask: true } })).toMatchObject({ ...app, anyTask: true })
    expect(sql.prepare('SELECT createdAt, anyTask FROM client').get()).toEqual({ createdAt: +at, anyTask: 1 })
    const [row] = await client.$queryRaw<unknown[]>`SELECT "createdAt", count(*) AS n, NULL AS none FROM client
      WHERE "createdAt" <= ${at}`
    expect(row).toEqual({ createdAt: at, n: 1, none: null })
  })

  it('is on the connection of the engine, whose `durable` covers it', async () => {
    const { client, sql } = await opened()
    const before = sql.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0
    await client.account.create({ data: ACCOUNT })
    expect(sql.prepare('SELECT total_changes()').pluck().get()).toBeGreaterThan(before)
  })

  it('is one statement: what needs a transaction is refused, and nothing is written', async () => {
    const { client } = await opened()
    const link = { issuer: 'i', subject: 's', createdAt: new Date(5) }
    const nested = client.account.create({ data: { ...ACCOUNT, links: { create: link } } })
    await expect(nested).rejects.toThrow('a call must be one statement')
    const both = client.$transaction([client.account.create({ data: ACCOUNT }), client.account.deleteMany()])
    await expect(both).rejects.toThrow('one statement')
    expect(await client.account.count()).toBe(0)
  })

  it('names a violated index, and a row that is not there', async () => {
    const { client } = await opened()
    await client.account.create({ data: ACCOUNT })
    await expect(client.account.create({ data: { ...ACCOUNT, id: 'b' } })).rejects.toMatchObject({ code: 'P2002' })
    const orphan = { issuer: 'i', subject: 's', accountId: 'nobody', createdAt: new Date(5) }
    await expect(client.accountLink.create({ data: orphan })).rejects.toMatchObject({ code: 'P2003' })
  })
})

describe('a call of Prisma while another process writes', () => {
  it('waits without blocking the event loop, and runs when the other process is done', async () => {
    const { client, sql } = await opened()
    waitAside(sql)
    const another = anotherConnection(sql)
    another.exec('BEGIN IMMEDIATE')
    const made = client.account.create({ data: ACCOUNT })
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await client.account.count()).toBe(0)
    another.exec('COMMIT')
    expect(await made).toMatchObject({ id: 'a' })
  })

  it('ERR-07 says that the storage is unavailable when that takes too long, and is made later', async () => {
    const { client, sql } = await opened()
    sql.pragma('busy_timeout = 1') // Nobody lets go of the lock: no need to wait for it.
    const another = anotherConnection(sql)
    another.exec('BEGIN IMMEDIATE')
    await expect(client.account.create({ data: ACCOUNT })).rejects.toThrow(StorageUnavailable)
    another.exec('COMMIT')
    expect(await client.account.create({ data: ACCOUNT })).toMatchObject({ id: 'a' })
  })
})
