// Developers of apps: the accounts that may see an app's traces. The account that registered an app is one of them.
import type { AppDevelopers } from '../../registry.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'

/** The developers of apps on one connection, named by their user names. */
export function appDevelopers(sql: Sqlite): AppDevelopers {
  const appsOf = sql
    .prepare<{ username: string }, string>(
      `SELECT clientId FROM app_developer WHERE username = @username UNION
       SELECT clientId FROM client JOIN account ON account.id = client.ownerAccountId WHERE username = @username
       ORDER BY clientId`,
    )
    .pluck()
  const list = sql
    .prepare<[string], string>('SELECT username FROM app_developer WHERE clientId = ? ORDER BY username')
    .pluck()
  const add = sql.prepare('INSERT INTO app_developer (clientId, username) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const remove = sql.prepare('DELETE FROM app_developer WHERE clientId = ? AND username = ?')
  return asyncPort<AppDevelopers>(sql, {
    appsOf: (username) => appsOf.all({ username }),
    list: (clientId) => list.all(clientId),
    add: (clientId, username) => add.run(clientId, username).changes === 1,
    remove: (clientId, username) => remove.run(clientId, username).changes === 1,
  })
}
