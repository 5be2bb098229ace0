// The accounts of the identity provider as the console lists them, without their password hashes.
import type { AccountList, ListedAccount } from '../admin/store.ts'
import type { Sqlite } from './database.ts'

/** Accounts that are listed at most. */
const MOST_ACCOUNTS = 1000

export function accountList(sql: Sqlite): AccountList {
  const list = sql.prepare<[number], ListedAccount>(
    'SELECT username, name, role FROM account ORDER BY username LIMIT ?',
  )
  const setRole = sql.prepare('UPDATE account SET role = ? WHERE username = ?')
  return {
    list: () => list.all(MOST_ACCOUNTS),
    setRole: (username, role) => setRole.run(role, username).changes === 1,
  }
}
