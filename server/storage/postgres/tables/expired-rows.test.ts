import { describe, expect, it } from 'vitest'
import { temporaryPostgres } from '../testing/temporary-postgres.ts'
import { expiredRows } from './expired-rows.ts'

describe('expired rows', () => {
  it('LIM-10 are found by index', async () => {
    const { run } = await temporaryPostgres()
    for (const table of [
      'authorize_transaction',
      'authorization_code',
      'used_jti',
      'noop_token',
      'idp_session',
      'app_session',
    ]) {
      const plan = await run(
        `EXPLAIN SELECT ctid FROM ${table} WHERE "expiresAt" <= now() ORDER BY "expiresAt" LIMIT 500`,
      )
      expect(JSON.stringify(plan)).toContain(`${table}_expiresAt_idx`)
    }
  })

  it('are deleted by one of two processes that purge at once, and each of them counts its own', async () => {
    const one = await temporaryPostgres()
    const other = await temporaryPostgres(one.url)
    await one.run(
      `INSERT INTO used_jti SELECT 'launch', '', n::text, to_timestamp(n) FROM generate_series(1, 1000) AS n`,
    )
    const counts = await Promise.all([one, other].map((postgres) => expiredRows(postgres, 'used_jti')(900_000, 1000)))
    const [left] = await one.run<{ count: number }>('SELECT count(*) AS count FROM used_jti')
    expect(left?.count).toBe(1000 - (counts[0] ?? 0) - (counts[1] ?? 0))
    await expiredRows(one, 'used_jti')(900_000, 1000)
    expect(await one.run('SELECT count(*) AS count FROM used_jti')).toEqual([{ count: 100 }])
  })
})
