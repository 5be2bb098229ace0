// Launches that wait for a phone: the composer writes them, and opening the ticket consumes them.
import type { ComposePorts } from '#server/portal/compose/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, type Columns, listed, texts } from '../tables/asked.ts'
import { purged } from '../tables/expired-rows.ts'
import { fairRows, type Span, spanOf } from '../tables/rows-per-network.ts'

const ROW: Columns = { ...texts('ticketHash', 'data'), expiresAt: 'timestamptz', ...texts('network') }
const COLUMNS = listed(ROW)

const CREATE = `WITH ${asked({ ...ROW, now: 'timestamptz' })}, ${purged('composed_launch')},
  made AS (INSERT INTO composed_launch (${COLUMNS}) SELECT ${COLUMNS} FROM asked ORDER BY n) ${spanOf('composed_launch')}`

const CONSUME = `WITH ${asked({ ticketHash: 'text', now: 'timestamptz' })}
  UPDATE composed_launch l SET "usedAt" = a.now FROM asked a
  WHERE l."ticketHash" = a."ticketHash" AND l."usedAt" IS NULL AND l."expiresAt" > a.now RETURNING n, data`

/** The composer's ticket store. A single statement takes a ticket, so each is used once. */
export function composedLaunchStore(postgres: Postgres): ComposePorts['tickets'] {
  const shareRoom = fairRows(postgres, 'composed_launch')
  const insert = postgres.gathered<[string, string, Date, string, Date], Span>(CREATE)
  const consume = postgres.gathered<[string, Date], { readonly data: string }>(CONSUME)
  return {
    create: async ({ ticketHash, data, expiresAt, network }, now) =>
      shareRoom(await insert(ticketHash, data, new Date(expiresAt), network, new Date(now))),
    consume: (ticketHash, now) => consume(ticketHash, new Date(now)),
  }
}
