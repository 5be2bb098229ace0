import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'

describe('the purge of the authorization server', () => {
  it('LIM-10 is by index', async () => {
    const { sql } = temporaryDatabase()
    for (const table of ['authorize_transaction', 'authorization_code', 'used_jti', 'noop_token']) {
      const plan = sql
        .prepare(`EXPLAIN QUERY PLAN SELECT rowid FROM ${table} WHERE expiresAt <= 1 ORDER BY expiresAt LIMIT 500`)
        .all()
      expect(JSON.stringify(plan)).toContain(`${table}_expiresAt_idx`)
    }
  })
})
