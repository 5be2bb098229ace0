import { describe, expect, it, onTestFinished } from 'vitest'
import { testDomain } from '../testing/domain.ts'
import { keepPurging } from './purging.ts'

/** Rows that a domain at full speed leaves behind in a few seconds. */
const ROWS = 2400

describe('purging', () => {
  it('LIM-10 takes all that has expired, some at a time, long before its next turn, and goes on after a fault', async () => {
    const { domain } = await testDomain()
    const insert = domain.database.sql.prepare(
      "INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES ('assertion', 'app', ?, ?)",
    )
    for (let n = 0; n < ROWS; n += 1) insert.run(String(n), domain.clock() - 1)
    insert.run('good', domain.clock() + 60_000)
    const left = () => domain.database.sql.prepare<[], number>('SELECT count(*) FROM used_jti').pluck().get()
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
