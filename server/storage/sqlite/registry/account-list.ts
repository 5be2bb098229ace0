// The accounts of the identity provider, as the console lists and changes them, without password hashes.
import type { AdminUser, UserRole } from '#lib/api/admin.ts'
import type { AccountChange, AccountList } from '#server/admin/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** The most accounts in a list. Beyond that, an administrator has to search. */
const MOST_ACCOUNTS = 100

/** True for an account without which another administrator remains. */
const MAY_GO = `(role <> 'admin' OR
  EXISTS (SELECT 1 FROM account other WHERE other.role = 'admin' AND other.id <> account.id))`

/**
 * The console's view of accounts on one connection. Each change is a single statement or transaction, which also
 * protects the last administrator.
 */
export function accountList(sql: Sqlite): AccountList {
  // User names are stored in lower case. SQLite lower-cases ASCII only, so a name is also compared as typed.
  const list = sql.prepare<{ text: string; lower: string; most: number }, AdminUser>(
    `SELECT username, name, role FROM account
     WHERE instr(username, @lower) OR instr(name, @text) OR instr(lower(name), @lower) ORDER BY username LIMIT @most`,
  )
  const roleOf = sql.prepare<[string], UserRole>('SELECT role FROM account WHERE username = ?').pluck()
  const byId = sql.prepare<[string], { readonly username: string }>('SELECT username FROM account WHERE id = ?')
  const setRole = sql.prepare(
    `UPDATE account SET role = @role
     WHERE username = @username AND (@role = 'admin' OR ${MAY_GO})`,
  )
  const remove = sql.prepare(`DELETE FROM account WHERE username = @username AND ${MAY_GO}`)
  // The apps of a deleted account are disabled until an administrator approves them.
  const stopApps = sql.prepare(`UPDATE client SET status = 'disabled' WHERE ownerAccountId =
    (SELECT id FROM account WHERE username = @username AND ${MAY_GO})`)
  const removeWhole = sql.transaction((username: string) => {
    stopApps.run({ username })
    return remove.run({ username }).changes
  })
  const outcome = (changes: number, username: string): AccountChange =>
    changes > 0 ? 'done' : roleOf.get(username) === undefined ? 'unknown' : 'last_admin'
  const changeRole = sql.transaction((username: string, role: UserRole) => {
    const former = roleOf.get(username)
    const { changes } = setRole.run({ username, role })
    return { outcome: outcome(changes, username), ...(changes > 0 ? { former } : {}) }
  })
  return asyncPort<AccountList>(sql, {
    list: (text) => {
      const items = list.all({ text, lower: text.toLowerCase(), most: MOST_ACCOUNTS + 1 })
      return { items: items.slice(0, MOST_ACCOUNTS), more: items.length > MOST_ACCOUNTS }
    },
    usernameOf: (accountId) => byId.get(accountId)?.username,
    setRole: (username, role) => changeRole.immediate(username, role),
    remove: (username) => outcome(removeWhole.immediate(username), username),
  })
}
