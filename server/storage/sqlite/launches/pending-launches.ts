// Pending launches of the demo app: written before the redirect to the authorization server, consumed by its answer.
import type { NewLaunch, PendingLaunch, PendingLaunchStore } from '#server/launch/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'
import { fairRows } from '../tables/rows-per-network.ts'

/**
 * The store of pending launches on one connection, with at most `most` rows, shared fairly between networks. A single
 * statement takes a launch.
 */
export function pendingLaunchStore(sql: Sqlite, most?: number): PendingLaunchStore {
  const shareRoom = fairRows(sql, 'pending_launch', most)
  const purge = purging(sql, 'pending_launch')
  const insert = sql.prepare<[NewLaunch]>(
    'INSERT INTO pending_launch (stateHash, browserHash, data, expiresAt, network) VALUES (@stateHash, @browserHash, @data, @expiresAt, @network)',
  )
  const use = sql.prepare<[number, string, string, number], PendingLaunch>(
    `UPDATE pending_launch SET usedAt = ?
     WHERE stateHash = ? AND browserHash = ? AND usedAt IS NULL AND expiresAt > ?
     RETURNING stateHash, browserHash, data, expiresAt`,
  )
  const create = sql.transaction((launch: NewLaunch, now: number) => {
    purge(now)
    insert.run(launch)
    shareRoom()
  })
  return asyncPort<PendingLaunchStore>(sql, {
    create: (launch, now) => create.immediate(launch, now),
    consume: (stateHash, browserHash, now) => use.get(now, stateHash, browserHash, now),
  })
}
