// Sessions of the portal and the console: one row each, which ends with a sign-out or with the account.
import type { Clock } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Random } from '#lib/crypto/random.ts'
import { PORTAL_SESSION_LIFETIME_MS, type PortalSessions } from '#server/session/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'
import { ringTable } from '../tables/newest-per-owner.ts'

/** The sessions of portal and console on one connection. Session ids are stored as SHA-256 only. */
export function portalSessions(sql: Sqlite, clock: Clock, random: Random): PortalSessions {
  const insert = sql.prepare('INSERT INTO portal_session (idHash, subject, expiresAt) VALUES (?, ?, ?)')
  const find = sql.prepare('SELECT 1 FROM portal_session WHERE idHash = ? AND expiresAt > ?')
  const remove = sql.prepare('DELETE FROM portal_session WHERE idHash = ?')
  const purge = purging(sql, 'portal_session')
  const keepNewest = ringTable(sql, 'portal_session', 'subject')
  const begin = sql.transaction((id: string, subject: string, now: number) => {
    purge(now)
    insert.run(sha256(id), subject, now + PORTAL_SESSION_LIFETIME_MS)
    keepNewest(subject)
  })
  return asyncPort<PortalSessions>(sql, {
    begin: (subject) => {
      const id = random.token()
      begin.immediate(id, subject, clock())
      return id
    },
    isLive: (id) => find.get(sha256(id), clock()) !== undefined,
    end: (id) => {
      remove.run(sha256(id))
    },
  })
}
