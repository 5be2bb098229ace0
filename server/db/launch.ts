// Launches of the receiving app that are under way: written when the browser leaves, used up when it comes back.
import type { PendingLaunch, PendingLaunchStore } from '../launch/store.ts'
import type { Sqlite } from './database.ts'
import { newestRows } from './newest-rows.ts'

/** Rows forgotten with each new one: more than one, so that the table shrinks, and few, so that nobody waits. */
const FORGOTTEN_AT_ONCE = 100

export function pendingLaunchStore(sql: Sqlite, most?: number): PendingLaunchStore {
  const keepNewest = newestRows(sql, 'pending_launch', most)
  const forget = sql.prepare<[number, number]>(
    'DELETE FROM pending_launch WHERE stateHash IN (SELECT stateHash FROM pending_launch WHERE expiresAt <= ? LIMIT ?)',
  )
  const insert = sql.prepare<[PendingLaunch]>(
    'INSERT INTO pending_launch (stateHash, browserHash, data, expiresAt) VALUES (@stateHash, @browserHash, @data, @expiresAt)',
  )
  const use = sql.prepare<[number, string, string, number], PendingLaunch>(
    `UPDATE pending_launch SET usedAt = ?
     WHERE stateHash = ? AND browserHash = ? AND usedAt IS NULL AND expiresAt > ?
     RETURNING stateHash, browserHash, data, expiresAt`,
  )
  const create = sql.transaction((launch: PendingLaunch, now: number) => {
    forget.run(now, FORGOTTEN_AT_ONCE)
    insert.run(launch)
    keepNewest()
  })
  return {
    create: (launch, now) => create.immediate(launch, now),
    consume: (stateHash, browserHash, now) => use.get(now, stateHash, browserHash, now),
  }
}
