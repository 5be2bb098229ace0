// Launches that wait for a phone: the composer writes them, and opening the ticket consumes them.
import type { ComposedLaunch, ComposePorts } from '#server/portal/compose/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'
import { fairRows } from '../tables/rows-per-network.ts'

/** The composer's ticket store on one connection. A single statement takes a ticket, so each is used once. */
export function composedLaunchStore(sql: Sqlite): ComposePorts['tickets'] {
  const shareRoom = fairRows(sql, 'composed_launch')
  const purge = purging(sql, 'composed_launch')
  const insert = sql.prepare<[ComposedLaunch]>(
    'INSERT INTO composed_launch (ticketHash, data, expiresAt, network) VALUES (@ticketHash, @data, @expiresAt, @network)',
  )
  const use = sql.prepare<[number, string, number], { readonly data: string }>(
    'UPDATE composed_launch SET usedAt = ? WHERE ticketHash = ? AND usedAt IS NULL AND expiresAt > ? RETURNING data',
  )
  const create = sql.transaction((launch: ComposedLaunch, now: number) => {
    purge(now)
    insert.run(launch)
    shareRoom()
  })
  return asyncPort<ComposePorts['tickets']>(sql, {
    create: (launch, now) => create.immediate(launch, now),
    consume: (ticketHash, now) => use.get(now, ticketHash, now),
  })
}
