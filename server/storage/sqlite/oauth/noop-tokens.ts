// The user-specific access tokens of launches, by their hash only.
import type { Grant, NoopTokenStore } from '#server/oauth/store.ts'
import type { Sqlite } from '../file/database.ts'

interface TokenRow {
  readonly grant: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The store of launches' access tokens on one connection. */
export function noopTokenStore(sql: Sqlite): NoopTokenStore {
  const insert = sql.prepare(
    `INSERT INTO noop_token (tokenHash, codeHash, clientId, "grant", issuedAt, expiresAt)
     VALUES (@tokenHash, @codeHash, @clientId, @grant, @issuedAt, @expiresAt)`,
  )
  const find = sql.prepare<[string, number], TokenRow>(
    'SELECT "grant", issuedAt, expiresAt FROM noop_token WHERE tokenHash = ? AND expiresAt > ? AND revokedAt IS NULL',
  )
  const revoke = sql.prepare('UPDATE noop_token SET revokedAt = ? WHERE codeHash = ? AND revokedAt IS NULL')
  return {
    create: ({ tokenHash, codeHash, grant, issuedAt, expiresAt }) => {
      insert.run({ tokenHash, codeHash, clientId: grant.clientId, grant: JSON.stringify(grant), issuedAt, expiresAt })
    },
    find: (tokenHash, now) => {
      const row = find.get(tokenHash, now)
      return row && { ...row, grant: JSON.parse(row.grant) as Grant }
    },
    revokeByCode: (codeHash, now) => {
      revoke.run(now, codeHash)
    },
  }
}
