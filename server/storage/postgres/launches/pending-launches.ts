// Pending launches of the demo app: written before the redirect to the authorization server, consumed by its answer.
import type { PendingLaunch, PendingLaunchStore } from '#server/launch/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, listed } from '../tables/asked.ts'
import { purged } from '../tables/expired-rows.ts'
import { fairRows, type Span, spanOf } from '../tables/rows-per-network.ts'

const ROW = { stateHash: 'text', browserHash: 'text', data: 'text', expiresAt: 'timestamptz', network: 'text' } as const
const COLUMNS = listed(Object.keys(ROW))

const CREATE = `WITH ${asked({ ...ROW, now: 'timestamptz' })}, ${purged('pending_launch')},
  made AS (INSERT INTO pending_launch (${COLUMNS}) SELECT ${COLUMNS} FROM asked ORDER BY n) ${spanOf('pending_launch')}`

const CONSUME = `WITH ${asked({ stateHash: 'text', browserHash: 'text', now: 'timestamptz' })}
  UPDATE pending_launch l SET "usedAt" = a.now FROM asked a
  WHERE l."stateHash" = a."stateHash" AND l."browserHash" = a."browserHash" AND l."usedAt" IS NULL AND l."expiresAt" > a.now
  RETURNING n, l."stateHash", l."browserHash", data, "expiresAt"`

/** The store of pending launches, with at most `most` rows, shared fairly between networks. A single statement takes a launch. */
export function pendingLaunchStore(postgres: Postgres, most?: number): PendingLaunchStore {
  const shareRoom = fairRows(postgres, 'pending_launch', most)
  const insert = postgres.gathered<[string, string, string, Date, string, Date], Span>(CREATE)
  const consume = postgres.gathered<[string, string, Date], PendingLaunch>(CONSUME)
  return {
    create: async ({ stateHash, browserHash, data, expiresAt, network }, now) =>
      shareRoom(await insert(stateHash, browserHash, data, new Date(expiresAt), network, new Date(now))),
    consume: (stateHash, browserHash, now) => consume(stateHash, browserHash, new Date(now)),
  }
}
