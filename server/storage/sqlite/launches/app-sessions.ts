// Sessions of the demo app: one row per launch, keyed by the hash of its cookie.
import type { AppSession, AppSessionStore } from '#server/launch/store.ts'
import { asyncPort } from '../file/async-port.ts'
import type { Sqlite } from '../file/database.ts'
import { purging } from '../tables/expired-rows.ts'
import { ringTable } from '../tables/newest-per-owner.ts'

/** The demo app's session store on one connection. Times in epoch milliseconds. */
export function appSessionStore(sql: Sqlite): AppSessionStore {
  const insert = sql.prepare<[Omit<AppSession, 'sid'> & { readonly sid: string | null }]>(
    'INSERT INTO app_session (idHash, person, data, expiresAt, sid) VALUES (@idHash, @person, @data, @expiresAt, @sid)',
  )
  const find = sql.prepare<[string, number], string>('SELECT data FROM app_session WHERE idHash = ? AND expiresAt > ?')
  const remove = sql.prepare('DELETE FROM app_session WHERE idHash = ?')
  const removeAll = sql.prepare('DELETE FROM app_session WHERE sid = ?')
  const purge = purging(sql, 'app_session')
  const keepNewest = ringTable(sql, 'app_session', 'person')
  const read = find.pluck()
  const create = sql.transaction((session: AppSession, now: number) => {
    purge(now)
    insert.run({ ...session, sid: session.sid ?? null })
    keepNewest(session.person)
  })
  return asyncPort<AppSessionStore>(sql, {
    create: (session, now) => create.immediate(session, now),
    find: (idHash, now) => read.get(idHash, now),
    end: (idHash) => {
      remove.run(idHash)
    },
    endAll: (sid) => {
      removeAll.run(sid)
    },
  })
}
