// Sessions of the demo app: one row per launch, keyed by the hash of its cookie.
import type { AppSessionStore } from '#server/launch/store.ts'
import type { Postgres } from '../connection/connection.ts'
import { asked, type Columns, listed, texts } from '../tables/asked.ts'
import { purged } from '../tables/expired-rows.ts'
import { roomOfOwner } from '../tables/newest-per-owner.ts'

const ROW: Columns = { ...texts('idHash', 'person', 'data'), expiresAt: 'timestamptz', ...texts('sid') }
const COLUMNS = listed(ROW)

const CREATE = `WITH ${asked({ ...ROW, now: 'timestamptz' })}, ${purged('app_session')}, ${roomOfOwner('app_session', 'person')}
  INSERT INTO app_session (${COLUMNS}) SELECT ${COLUMNS} FROM asked ORDER BY n`

const FIND = `WITH ${asked({ idHash: 'text', now: 'timestamptz' })}
  SELECT n, data FROM asked JOIN app_session USING ("idHash") WHERE "expiresAt" > now`

/** The demo app's session store. Times in epoch milliseconds. */
export function appSessionStore({ gathered, run }: Postgres): AppSessionStore {
  const insert = gathered<[string, string, string, Date, string | undefined, Date]>(CREATE)
  const find = gathered<[string, Date], { readonly data: string }>(FIND)
  return {
    create: async ({ idHash, person, data, expiresAt, sid }, now) => {
      await insert(idHash, person, data, new Date(expiresAt), sid, new Date(now))
    },
    find: async (idHash, now) => (await find(idHash, new Date(now)))?.data,
    end: async (idHash) => {
      await run('DELETE FROM app_session WHERE "idHash" = $1', [idHash])
    },
    endAll: async (sid) => {
      await run('DELETE FROM app_session WHERE sid = $1', [sid])
    },
  }
}
