import { describe, expect, it, onTestFinished } from 'vitest'
import { testDomain } from '../testing/domain.ts'
import { keepPurging } from './purging.ts'

/** Rows that a domain at full speed leaves behind in a few seconds. */
const ROWS = 2400

describe('purging', () => {
  it('LIM-10 takes all that has expired, some at a time, long before its next turn, and goes on after a fault', async () => {
    const { domain } = await testDomain()
    const insert = (jtis: string, expiresAt: number) =>
      domain.sql.rows(
        `INSERT INTO used_jti (kind, issuer, jti, expiresAt) SELECT 'assertion', 'app', jti, ? FROM (${jtis})`,
        new Date(expiresAt),
      )
    const counted = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS}) SELECT '' || i AS jti FROM n`
    await insert(counted, domain.clock() - 1)
    await insert("SELECT 'good' AS jti", domain.clock() + 60_000)
    const left = () => domain.sql.value<number>('SELECT count(*) FROM used_jti')
    let turns = 0
    const counts: number[] = []
    const purge = async () => {
      turns += 1
      if (turns === 1) throw new Error('locked')
      counts.push(await domain.purge())
      return counts.at(-1) ?? 0
    }
    const { stop } = keepPurging({ purge, log: domain.log }, 200)
    onTestFinished(stop)
    await expect.poll(left, { interval: 20 }).toBe(1)
    expect(Math.max(...counts)).toBeLessThanOrEqual(500 * 4)
    expect(counts.length).toBeGreaterThanOrEqual(5)
  })
})
