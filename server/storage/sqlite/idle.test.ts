// What a server asks while nobody uses it, beside what its start asks (server/startup/light-start.system.test.ts).
import { expect, it } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { sqliteStorage } from './storage.ts'

it('loads no Prisma to tell nobody of the end of a session, to purge, and for health checks and metrics', async () => {
  const database = temporaryDatabase()
  const prisma = () => Promise.reject(new Error('Prisma is loaded.'))
  const storage = sqliteStorage({ ...database, prisma }, database.sql.name, { clock: () => 0, random: systemRandom })
  expect(await storage.oauth.logouts.take(1000)).toBeUndefined()
  expect(await storage.purge(0)).toBe(0)
  expect(await storage.keys.all()).toEqual([])
  expect((await storage.operated.figures()).rows).toMatchObject({ accounts: 0, apps: 0 })
  await expect(storage.oauth.logouts.add('sid')).rejects.toThrow('Prisma is loaded.')
})
