// The surroundings of the changes of one request: who writes, by which rules, and what is to be looked at once all are made.
import type { WriteRules } from '#lib/fhir/write-settings.ts'
import type { Caller } from '../caller.ts'
import type { PreparedResource, StoredVersion, WriteTransaction } from '../store.ts'
import type { WritePorts } from './ports.ts'

export interface Unit {
  readonly tx: WriteTransaction
  /** With the permissions of this moment. */
  readonly caller: Caller
  readonly rules: WriteRules
  readonly ports: WritePorts
  /**
   * What has to be looked up outside of the transaction: it is given up, the answer is waited for, and all is done again. An answer
   * is good for as long as the registry stays as it is.
   */
  readonly ask: <T>(question: string, find: () => Promise<T>) => T
  readonly resourceTypes: readonly string[]
  /** URLs of the own FHIR bases: a reference below one of them is a local one. */
  readonly bases: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
  /** Stores the next version, which is compared with Subscriptions after the commit; an AuditEvent is appended to the audit log instead. */
  readonly store: (resource: PreparedResource) => StoredVersion
  /** Checks that wait until all changes are made: entries of a transaction may refer to each other. */
  readonly later: (check: () => void) => void
}
