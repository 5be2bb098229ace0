import { expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE } from '#lib/clock.ts'
import { underTest } from '../storage/testing/engine.ts'
import { testDomain } from '../testing/domain.ts'
import { startMaintenance } from './start.ts'

/** One look at the clock, and for what has expired. */
const TURN = MINUTE / 2

it.each([
  ['takes what has expired, once the clock has run evenly for ten minutes', 0, 0],
  ['takes nothing after the clock has leapt', 60 * MINUTE, 1],
])('LIM-10 the work between requests %s', async (_, leap, expected) => {
  const { domain, advance } = await testDomain()
  const { sql } = domain
  await sql.rows(
    "INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('assertion', 'app', 'x', ?)",
    new Date(domain.clock() - 1),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { stop } = await startMaintenance(domain)
  onTestFinished(stop)
  const ended = () => domain.storage.exclusively('purge', async () => true)
  for (let turn = 0; turn < 24; turn += 1) {
    advance(turn === 12 ? TURN + leap : TURN)
    await vi.advanceTimersByTimeAsync(TURN)
    await expect.poll(ended).toBe(true) // What a turn begins takes time of its own on PostgreSQL.
  }
  expect(await sql.value("SELECT count(*) FROM used_jti WHERE jti = 'x'")).toBe(expected)
})

it('LTK-07 AST-12 nothing is purged that the clock of the database, on another machine, takes for good', async () => {
  const there = { time: 0 }
  const { domain } = await testDomain(
    {},
    { around: (storage) => underTest({ ...storage, databaseTime: async () => there.time }) },
  )
  const { sql } = domain
  const expiresAt = domain.clock() - 1
  await sql.rows(
    "INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('assertion', 'app', 'x', ?)",
    new Date(expiresAt),
  )
  const left = () => sql.value("SELECT count(*) FROM used_jti WHERE jti = 'x'")
  there.time = expiresAt - 1
  await domain.purge()
  expect(await left()).toBe(1)
  there.time = expiresAt + 60 * MINUTE
  await domain.purge()
  expect(await left()).toBe(0)
})

it('SRC-04 a stop ends what makes search values anew after the batch that is under way', async () => {
  const { domain } = await testDomain()
  const { resources, sql, storage } = domain
  await sql.rows("UPDATE search_table SET fingerprint = 'of others'")
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let batches = 0
  const reindexSome = async () => {
    batches += 1
    await held
    await resources.reindexSome()
    return true
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { stop } = await startMaintenance({ ...domain, resources: { ...resources, reindexSome } })
  await vi.waitUntil(() => batches === 1)
  stop()
  release()
  await vi.waitUntil(() => storage.exclusively('search values', async () => true))
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(batches).toBe(1)
})
