// Used token ids (jti): unique per kind and issuer, so that the insert decides which use is the first.
import type { ReplayStore } from '#server/oauth/store.ts'
import type { Sqlite } from '../file/database.ts'

/** The store of used jti on one connection. Claiming one is a single insert. */
export function replayStore(sql: Sqlite): ReplayStore {
  const insert = sql.prepare('INSERT OR IGNORE INTO used_jti (kind, issuer, jti, expiresAt) VALUES (?, ?, ?, ?)')
  const find = sql.prepare('SELECT 1 FROM used_jti WHERE kind = ? AND issuer = ? AND jti = ?')
  return {
    claim: (kind, issuer, jti, expiresAt) => insert.run(kind, issuer, jti, Math.ceil(expiresAt)).changes === 1,
    isClaimed: (kind, issuer, jti) => find.get(kind, issuer, jti) !== undefined,
  }
}
