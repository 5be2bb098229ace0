// The versions of the registry and of the accounts: triggers count the writes of any process, in their transactions.
import type { RecordDeps } from '../../records/deps.ts'
import type { Sqlite } from '../file/database.ts'
import { throwingUnavailable } from '../file/unavailable.ts'

/** What cached records are valid for. Reading it replaces their queries. */
export function registryVersions(sql: Sqlite): RecordDeps['versions'] {
  const registry = sql.prepare<[], number>('SELECT version FROM registry_state').pluck()
  const accounts = sql.prepare<[], number>('SELECT accounts FROM registry_state').pluck()
  return throwingUnavailable({ registry: () => registry.get(), accounts: () => accounts.get() })
}
