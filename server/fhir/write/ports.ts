// What writing needs beside what reading needs.
import type { WriteAudit } from '#lib/audit/audit.ts'
import type { WriteLimits, WriteRules } from '#lib/fhir/write-settings.ts'
import type { WriteTransactions } from '../store.ts'

export interface WritePorts extends WriteTransactions {
  /** Resolves when all that was committed is on the disk. Rejects with StorageUnavailable. */
  readonly durable: () => Promise<void>
  readonly audit: WriteAudit
  readonly rules: WriteRules
  readonly limits: WriteLimits
  /** Ids of the Devices that stand for a client, whatever its status, or for the domain. */
  readonly clientIds: () => Promise<ReadonlySet<string>>
  /** Web origins that are registered for a client, or for all approved ones. */
  readonly addressOrigins: (clientId: string | 'all') => Promise<ReadonlySet<string>>
  /** Called after each commit. Never throws. */
  readonly committed: () => void
}
