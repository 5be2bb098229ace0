// A PostgreSQL that is away is told as StorageUnavailable by every port, and used again when it is back.

import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemRandom } from '#lib/crypto/random.ts'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import type { Jti } from '#server/oauth/store.ts'
import { startPostgres } from '../../../../scripts/postgres.mjs'
import { openPostgres } from '../opening/opening.ts'
import { postgresStorage } from '../storage.ts'
import { asSuperuser, temporaryPostgres, temporaryUrl } from '../testing/temporary-postgres.ts'
import { asUnavailable } from './errors.ts'

describe('a PostgreSQL that is away', () => {
  it('is told as StorageUnavailable by statements, records, looks and the barrier', async () => {
    const { url, stop } = await startPostgres()
    const postgres = await openPostgres(url)
    const storage = await postgresStorage(postgres, url, { clock: () => 0, random: systemRandom })
    const all = [
      () => storage.oauth.replay.claim('launch', 'a', 'b' as Jti, 1),
      () => storage.registry.hasRole('reader'),
      () => storage.registry.find('app'),
      () => storage.accounts.remove('nobody'),
      () => postgres.transaction(async (run) => run('SELECT 1')),
      () => storage.durable(),
    ]
    for (const call of all) await call()
    await stop()
    for (const call of all) await expect(call()).rejects.toBeInstanceOf(StorageUnavailable)
    await postgres.close()
  })

  it('is used again after its connections were ended, by each port', async () => {
    const url = await temporaryUrl()
    const postgres = await openPostgres(url)
    const { registry, durable, close } = await postgresStorage(postgres, url, { clock: () => 0, random: systemRandom })
    const all = [() => registry.listRoles(), () => registry.find('app'), () => postgres.run('SELECT 1'), durable]
    for (const call of all) await call()
    const [database] = new URL(url).pathname.split('/').slice(1)
    await asSuperuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`)
    for (const call of all)
      await expect
        .poll(() =>
          call().then(
            () => 'answered',
            () => 'not yet',
          ),
        )
        .toBe('answered')
    await close()
  })

  it('is told while other programs have all connections, and used when one is free', async () => {
    const few = { max_connections: '5', superuser_reserved_connections: '0', max_wal_senders: '0', fsync: 'off' }
    const { url, stop } = await startPostgres({ settings: few })
    onTestFinished(stop)
    const postgres = await openPostgres(url)
    const others = Array.from({ length: 5 }, () => new pg.Client(url))
    await Promise.all(others.map((other) => other.connect()))
    const all = [() => postgres.run('SELECT 1'), postgres.durable, () => postgres.transaction((run) => run('SELECT 1'))]
    for (const call of all) await expect(call()).rejects.toBeInstanceOf(StorageUnavailable)
    await Promise.all(others.map((other) => other.end()))
    for (const call of all)
      await expect
        .poll(() =>
          call().then(
            () => 'answered',
            () => 'not yet',
          ),
        )
        .toBe('answered')
    await postgres.close()
  })

  it('is told when another process holds what a change of the records waits for, for longer than people wait', async () => {
    const one = await temporaryPostgres()
    const { accounts } = await postgresStorage(one, one.url, { clock: () => 0, random: systemRandom })
    const stuck = await temporaryPostgres(one.url)
    await stuck.transaction(async (run) => {
      await run("SELECT pg_advisory_xact_lock(hashtext('administrators'))")
      const waiting = Array.from({ length: 8 }, () => accounts.remove('nobody'))
      for (const outcome of await Promise.allSettled(waiting))
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) })
    })
    expect(await accounts.remove('nobody')).toBe('unknown')
  })

  it('is not what a wrong statement is', () => {
    const error = Object.assign(new Error('syntax error'), { code: '42601' })
    expect(asUnavailable(error)).toBe(error)
    expect(asUnavailable(new pg.DatabaseError('full', 4, 'error'))).toBeInstanceOf(pg.DatabaseError)
    expect(asUnavailable(Object.assign(new Error('No space left'), { code: '53100' }))).toMatchObject({ isFull: true })
  })
})
