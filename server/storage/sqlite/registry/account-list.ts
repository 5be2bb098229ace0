// The accounts of the identity provider as the console lists and changes them, without their password hashes.
import type { AdminUser } from '#lib/api/admin.ts'
import type { AccountChange, AccountList } from '#server/admin/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** Accounts that are listed at most: who looks for one among more says whom. */
const MOST_ACCOUNTS = 100

/** True when there is an administrator besides the account of the statement. */
const ANOTHER_ADMIN = `EXISTS (SELECT 1 FROM account other WHERE other.role = 'admin' AND other.id <> account.id)`

/**
 * The console's view of accounts on one connection. Each change is one statement or transaction, which also protects the last
 * administrator.
 */
export function accountList(sql: Sqlite): AccountList {
  // User names are in lower case; SQLite knows the case of ASCII only, so a name is also looked at as it was typed.
  const list = sql.prepare<{ text: string; lower: string; most: number }, AdminUser>(
    `SELECT username, name, role FROM account
     WHERE instr(username, @lower) OR instr(name, @text) OR instr(lower(name), @lower) ORDER BY username LIMIT @most`,
  )
  const find = sql.prepare<[string], unknown>('SELECT 1 FROM account WHERE username = ?')
  const byId = sql.prepare<[string], { readonly username: string }>('SELECT username FROM account WHERE id = ?')
  const setRole = sql.prepare(
    `UPDATE account SET role = @role
     WHERE username = @username AND (role <> 'admin' OR @role = 'admin' OR ${ANOTHER_ADMIN})`,
  )
  const remove = sql.prepare(`DELETE FROM account WHERE username = @username AND (role <> 'admin' OR ${ANOTHER_ADMIN})`)
  // The apps of a deleted account are disabled, until an administrator vouches for them.
  const stopApps = sql.prepare(`UPDATE client SET status = 'disabled' WHERE ownerAccountId =
    (SELECT id FROM account WHERE username = @username AND (role <> 'admin' OR ${ANOTHER_ADMIN}))`)
  const removeWhole = sql.transaction((username: string) => {
    stopApps.run({ username })
    return remove.run({ username }).changes
  })
  const outcome = (changes: number, username: string): AccountChange =>
    changes > 0 ? 'done' : find.get(username) === undefined ? 'unknown' : 'last_admin'
  return asyncPort<AccountList>({
    list: (text) => {
      const items = list.all({ text, lower: text.toLowerCase(), most: MOST_ACCOUNTS + 1 })
      return { items: items.slice(0, MOST_ACCOUNTS), more: items.length > MOST_ACCOUNTS }
    },
    usernameOf: (accountId) => byId.get(accountId)?.username,
    setRole: (username, role) => outcome(setRole.run({ username, role }).changes, username),
    remove: (username) => outcome(removeWhole.immediate(username), username),
  })
}
