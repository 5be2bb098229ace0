// Whether an app is to be told of the end of a session: what a server asks again and again, also while nobody uses it.
import type { RecordDeps } from '../../records/deps.ts'
import type { Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'

/** Reads whether there is a notice. Throws StorageUnavailable. */
export function hasNotices(sql: Sqlite): RecordDeps['hasNotices'] {
  const notice = sql.prepare('SELECT 1 FROM logout_notice LIMIT 1')
  return throwingUnavailable({ any: () => notice.get() !== undefined }).any
}
