import { describe, expect, it } from 'vitest'
import { temporaryDatabase } from '#server/testing/temporary-database.ts'
import { KEPT_AFTER_END } from '../../kept-after-end.ts'

describe('the purge of the authorization server', () => {
  it('LIM-10 is by index', async () => {
    const { sql } = temporaryDatabase()
    for (const table of Object.keys(KEPT_AFTER_END)) {
      const plan = sql
        .prepare(`EXPLAIN QUERY PLAN SELECT rowid FROM ${table} WHERE expiresAt <= 1 ORDER BY expiresAt LIMIT 500`)
        .all()
      expect(JSON.stringify(plan)).toContain(`${table}_expiresAt_idx`)
    }
  })
})
