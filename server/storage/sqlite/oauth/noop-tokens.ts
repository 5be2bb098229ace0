// The user-specific access tokens of launches, stored as hashes only.
import type { Grant, NoopTokenStore } from '#server/oauth/store.ts'
import type { Synchronous } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

interface TokenRow {
  readonly grant: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Revokes the token of a code, on one connection. */
export function tokenRevocation(sql: Sqlite): Synchronous<NoopTokenStore>['revokeByCode'] {
  const revoke = sql.prepare('UPDATE noop_token SET revokedAt = ? WHERE codeHash = ? AND revokedAt IS NULL')
  return (codeHash, now) => void revoke.run(now, codeHash)
}

/** The store of launches' access tokens on one connection. */
export function noopTokenStore(sql: Sqlite): Synchronous<NoopTokenStore> {
  const find = sql.prepare<[string, number], TokenRow>(
    'SELECT "grant", issuedAt, expiresAt FROM noop_token WHERE tokenHash = ? AND expiresAt > ? AND revokedAt IS NULL',
  )
  return {
    find: (tokenHash, now) => {
      const row = find.get(tokenHash, now)
      return row && { ...row, grant: JSON.parse(row.grant) as Grant }
    },
    revokeByCode: tokenRevocation(sql),
  }
}
