// Ids of tokens that were used: unique per kind and issuer, so that the insert decides which use is the first.
import type { ReplayStore } from '../oauth/store.ts'
import type { Sqlite } from './database.ts'

export function replayStore(vault: Sqlite): ReplayStore {
  const insert = vault.prepare('INSERT OR IGNORE INTO used_jti (kind, issuer, jti, expiresAt) VALUES (?, ?, ?, ?)')
  return { claim: (kind, issuer, jti, expiresAt) => insert.run(kind, issuer, jti, Math.ceil(expiresAt)).changes === 1 }
}
