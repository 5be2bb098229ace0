// Administrators' tokens for the command line and CI. The secret is 256 random bits, stored as its SHA-256.
import { isTokenScope, type TokenScope } from '#lib/api/token-words.ts'
import { MINUTE } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { ApiToken, ApiTokens } from '#server/session/store.ts'
import { ifFree } from '../durability/busy-retry.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'

/** The most tokens that one account can have at a time. */
const MOST_PER_ACCOUNT = 50

interface Row extends Omit<ApiToken, 'scopes' | 'lastUsedAt'> {
  readonly scopes: string
  readonly lastUsedAt: number | null
}

const COLUMNS = `t.id, t.name, account.username, t.scopes, t.createdAt, t.expiresAt, t.lastUsedAt
  FROM api_token t JOIN account ON account.id = t.accountId`

const tokenOf = ({ scopes, lastUsedAt, ...row }: Row): ApiToken => ({
  ...row,
  scopes: scopes.split(' ').filter((scope): scope is TokenScope => isTokenScope(scope)),
  lastUsedAt: lastUsedAt ?? undefined,
})

/** The token store on one connection. Throws StorageUnavailable. */
export function apiTokens(sql: Sqlite): ApiTokens {
  const account = sql.prepare<[string], { readonly id: string }>(
    `SELECT id FROM account WHERE username = ? AND role = 'admin'`,
  )
  const insert = sql.prepare(
    `INSERT INTO api_token (id, secretHash, accountId, name, scopes, createdAt, expiresAt)
     SELECT @id, @secretHash, @accountId, @name, @scopes, @createdAt, @expiresAt
     WHERE (SELECT count(*) FROM api_token WHERE accountId = @accountId AND expiresAt > @createdAt) < ${MOST_PER_ACCOUNT}`,
  )
  const find = sql.prepare<[string, number], Row>(
    `SELECT ${COLUMNS} WHERE t.secretHash = ? AND t.expiresAt > ? AND account.role = 'admin'`,
  )
  const used = sql.prepare('UPDATE api_token SET lastUsedAt = ? WHERE id = ? AND coalesce(lastUsedAt, 0) < ?')
  const list = sql.prepare<[number], Row>(`SELECT ${COLUMNS} WHERE t.expiresAt > ? ORDER BY t.createdAt DESC, t.id`)
  const one = sql.prepare<[string], Row>(`SELECT ${COLUMNS} WHERE t.id = ?`)
  const remove = sql.prepare('DELETE FROM api_token WHERE id = ?')
  const purge = purging(sql, 'api_token')
  return asyncPort<ApiTokens>(sql, {
    add: ({ secret, username, scopes, ...token }) => {
      const owner = account.get(username)
      if (!owner) return 'unknown'
      purge(token.createdAt)
      const row = { ...token, secretHash: sha256(secret), accountId: owner.id, scopes: scopes.join(' ') }
      return insert.run(row).changes === 1 ? 'done' : 'too_many'
    },
    find: (secret, now) => {
      const row = find.get(sha256(secret), now)
      // If another process is writing at this moment, the next request notes it.
      if (row && now - (row.lastUsedAt ?? 0) >= MINUTE) ifFree(sql, () => used.run(now, row.id, now - MINUTE))
      return row && tokenOf(row)
    },
    list: (now) => list.all(now).map(tokenOf),
    remove: (id) => {
      const row = one.get(id)
      return row && remove.run(id).changes === 1 ? tokenOf(row) : undefined
    },
  })
}
