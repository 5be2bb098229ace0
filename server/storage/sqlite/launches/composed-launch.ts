// Launches that wait for a phone: written by the composer, consumed when their ticket is opened.
import type { ComposedLaunch, ComposePorts } from '#server/portal/compose/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'
import { fairRows } from '../tables/fair-rows.ts'

/** The ticket store of the composer on one connection. Taking a ticket is one statement, so it is used once. */
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
  return asyncPort<ComposePorts['tickets']>({
    create: (launch, now) => create.immediate(launch, now),
    consume: (ticketHash, now) => use.get(now, ticketHash, now),
  })
}
