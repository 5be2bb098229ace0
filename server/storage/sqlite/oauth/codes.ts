// Authorization codes, by their hash only.
import type { CodeStore, Grant } from '#server/oauth/store.ts'
import type { Sqlite } from '../file/database.ts'

interface ConsumedRow {
  readonly grant: string
  readonly expiresAt: number
}

/** The code store on one connection. Consuming a code is one statement. */
export function codeStore(sql: Sqlite): CodeStore {
  const insert = sql.prepare(
    `INSERT INTO authorization_code (codeHash, clientId, redirectUri, codeChallenge, "grant", expiresAt)
     VALUES (@codeHash, @clientId, @redirectUri, @codeChallenge, @grant, @expiresAt)`,
  )
  const consume = sql.prepare<[number, string], ConsumedRow>(
    'UPDATE authorization_code SET usedAt = ? WHERE codeHash = ? AND usedAt IS NULL RETURNING "grant", expiresAt',
  )
  const any = sql.prepare<[string], ConsumedRow>('SELECT "grant", expiresAt FROM authorization_code WHERE codeHash = ?')
  return {
    create: (codeHash, grant, expiresAt) => {
      const { clientId, redirectUri, codeChallenge } = grant
      insert.run({ codeHash, clientId, redirectUri, codeChallenge, grant: JSON.stringify(grant), expiresAt })
    },
    peek: (codeHash) => {
      const row = any.get(codeHash)
      return row && toGrant(row)
    },
    consume: (codeHash, now) => {
      const first = consume.get(now, codeHash)
      if (first) return first.expiresAt > now ? { grant: toGrant(first), reused: false } : undefined
      const again = any.get(codeHash)
      return again && { grant: toGrant(again), reused: true }
    },
  }
}

const toGrant = ({ grant }: ConsumedRow): Grant => JSON.parse(grant) as Grant
