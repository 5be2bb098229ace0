// The user-specific access tokens of launches, stored as hashes only.
import type { Grant, NoopTokenStore } from '#server/oauth/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked } from '../tables/asked.ts'

const FIND = `WITH ${asked({ tokenHash: 'text', now: 'timestamptz' })}
  SELECT n, "grant", "issuedAt", "expiresAt" FROM asked JOIN noop_token USING ("tokenHash") WHERE "expiresAt" > now AND "revokedAt" IS NULL`

const REVOKE = `WITH ${asked({ codeHash: 'text', now: 'timestamptz' })}
  UPDATE noop_token t SET "revokedAt" = a.now FROM asked a WHERE t."codeHash" = a."codeHash" AND t."revokedAt" IS NULL RETURNING n`

interface TokenRow {
  readonly grant: string
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The store of launches' access tokens. */
export function noopTokenStore({ gathered }: Pick<Postgres, 'gathered'>): NoopTokenStore {
  const find = gathered<[string, Date], TokenRow>(FIND)
  const revoke = gathered<[string, Date]>(REVOKE)
  return {
    find: async (tokenHash, now) => {
      const row = await find(tokenHash, new Date(now))
      return row && { ...row, grant: JSON.parse(row.grant) as Grant }
    },
    revokeByCode: async (codeHash, now) => {
      await revoke(codeHash, new Date(now))
    },
  }
}
