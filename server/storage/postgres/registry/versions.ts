// The versions of the registry and of the accounts: triggers count the writes of any process, in their transactions.
import type { RecordDeps } from '../../records/deps.ts'
import type { Postgres } from '../connection/connection.ts'

/** What cached records are valid for. All who wait share one look. */
export const registryVersions = ({ look }: Pick<Postgres, 'look'>): RecordDeps['versions'] => ({
  registry: async () => (await look()).registry,
  accounts: async () => (await look()).accounts,
})
