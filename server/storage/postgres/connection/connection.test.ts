import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#lib/storage-unavailable.ts'
import { askedOnce } from '../testing/asked-once.ts'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'

const OTHERS = 'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'

describe('the connections to PostgreSQL', () => {
  it('ask for all that wait in one statement, and give each its own answer', async () => {
    const { gathered } = await temporaryPostgres()
    const double = gathered<[number], { twice: number }>(
      'SELECT n, 2 * one AS twice FROM unnest($1::int[]) WITH ORDINALITY AS asked(one, n) WHERE one <> 3',
    )
    expect(await Promise.all([1, 2, 3, 4].map((one) => double(one)))).toEqual([
      { twice: 2 },
      { twice: 4 },
      undefined,
      { twice: 8 },
    ])
  })

  it('look once for all who wait, and see the very next write of another process', async () => {
    const one = await temporaryPostgres()
    const other = await temporaryPostgres(one.url)
    const before = await one.look()
    expect(await other.look()).toEqual(before)
    await other.run(`INSERT INTO role (name, "createdAt") VALUES ('reader', $1)`, [new Date(1)])
    expect(await one.look()).toEqual({ ...before, registry: before.registry + 1 })
  })

  it('look at another era over another connection, whatever is counted there: commits that nobody was told of may be gone', async () => {
    const { look, transaction } = await temporaryPostgres()
    const before = await look()
    expect(await look()).toEqual(before)
    await transaction((tx) =>
      tx(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      ),
    )
    await expect.poll(() => look().catch(() => before)).not.toEqual(before)
    const after = await look()
    for (const count of ['registry', 'accounts', 'versions', 'listed'] as const)
      expect([count, after[count] === before[count]]).toEqual([count, false])
  })

  it('give times as epoch milliseconds, whatever the zone of the database', async () => {
    const { run } = await temporaryPostgres()
    await run(`INSERT INTO role (name, "createdAt") VALUES ('reader', $1)`, [new Date(1_795_000_000_123)])
    expect(await run('SELECT "createdAt" FROM role')).toEqual([{ createdAt: 1_795_000_000_123 }])
  })

  it('are made anew when they are lost, and what waited is told', async () => {
    const { run, durable, transaction } = await temporaryPostgres()
    await Promise.all([run('SELECT 1'), durable()])
    const sleeping = run('SELECT pg_sleep(60)').catch((error: unknown) => error)
    await transaction(async (tx) => {
      await tx(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
    })
    expect(await sleeping).toBeInstanceOf(StorageUnavailable)
    await expect.poll(() => run('SELECT 1 AS one').catch(() => [])).toEqual([{ one: 1 }])
    await expect
      .poll(() =>
        durable().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('are not made anew once they are closed: what goes on beside that is told, and what was asked before is answered', async () => {
    const { url, run, look, durable, exclusively, transaction, close } = await temporaryPostgres()
    await Promise.all([look(), durable()])
    const all = {
      run: () => run('SELECT 1'),
      look,
      durable,
      transaction: () => transaction((tx) => tx('SELECT 1')),
      exclusively: () => exclusively('work', async () => 'done'),
    }
    const asked = run('SELECT pg_sleep(0.2)')
    const began = exclusively('purge', async () => close())
    expect(await asked).toHaveLength(1)
    await began
    for (const [name, call] of Object.entries(all)) await expect(call(), name).rejects.toThrow(StorageUnavailable)
    expect(await askedOnce(url, OTHERS, [])).toEqual([])
  })

  it('run a transaction anew that lost against another one', async () => {
    const { transaction, run } = await temporaryPostgres()
    await run(
      `INSERT INTO used_jti (kind, issuer, jti, "expiresAt") SELECT '', '', jti, now() FROM unnest(ARRAY['a', 'b']) AS jti`,
    )
    const crosswise = (names: readonly string[]) =>
      transaction(async (tx) => {
        for (const name of names) {
          await tx('UPDATE used_jti SET issuer = issuer WHERE jti = $1', [name])
          await tx('SELECT pg_sleep(0.2)')
        }
        return names.length
      })
    expect(await Promise.all([crosswise(['a', 'b']), crosswise(['b', 'a'])])).toEqual([2, 2])
  })
})
