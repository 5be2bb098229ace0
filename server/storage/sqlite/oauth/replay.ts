// Used token ids (jti), unique per kind and issuer, so that the insert itself decides which use is the first.
import type { ReplayStore } from '#server/oauth/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** The store of used jti on one connection. A single insert claims a jti. */
export function replayStore(sql: Sqlite): Synchronous<ReplayStore> {
  const insert = sql.prepare(
    'INSERT INTO used_jti (kind, issuer, jti, expiresAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const find = sql.prepare('SELECT 1 FROM used_jti WHERE kind = ? AND issuer = ? AND jti = ?')
  return {
    claim: (kind, issuer, jti, expiresAt) => insert.run(kind, issuer, jti, Math.ceil(expiresAt)).changes === 1,
    isClaimed: (kind, issuer, jti) => find.get(kind, issuer, jti) !== undefined,
  }
}
