// Links between local accounts and identities at another identity provider, by issuer and subject only, because people
// can choose the other claims.
import type { Account } from '#server/idp/store.ts'
import type { AccountLinks } from '#server/session/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** The links of accounts on one connection. Throws StorageUnavailable. */
export function accountLinks(sql: Sqlite): AccountLinks {
  const find = sql.prepare<[string, string], Account>(
    `SELECT id, username, name, role, passwordHash FROM account
     WHERE id = (SELECT accountId FROM account_link WHERE issuer = ? AND subject = ?)`,
  )
  const add = sql.prepare(
    `INSERT INTO account_link (issuer, subject, accountId, createdAt)
     SELECT @issuer, @subject, id, @now FROM account WHERE username = @username ON CONFLICT (issuer, subject) DO NOTHING`,
  )
  const remove = sql.prepare(
    `DELETE FROM account_link WHERE issuer = @issuer AND subject = @subject
     AND accountId = (SELECT id FROM account WHERE username = @username)`,
  )
  return asyncPort<AccountLinks>(sql, {
    find: (issuer, subject) => find.get(issuer, subject),
    add: (username, { issuer, subject }, now) => {
      if (add.run({ username, issuer, subject, now }).changes === 1) return 'done'
      const linked = find.get(issuer, subject)
      if (!linked) return 'unknown'
      return linked.username === username ? 'done' : 'taken'
    },
    remove: (username, { issuer, subject }) => remove.run({ username, issuer, subject }).changes === 1,
  })
}
