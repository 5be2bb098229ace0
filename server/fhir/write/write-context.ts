// The context for the changes of one request: who writes, by which rules, and the checks that run once all changes are
// made.

import type { Steps } from '#lib/async/steps.ts'
import type { WriteRules } from '#lib/fhir/write-settings.ts'
import type { Caller } from '../caller.ts'
import type { PreparedResource, SearchFound, SearchWanted, StoredVersion, WriteTransaction } from '../store.ts'
import type { WritePorts } from './deps.ts'
import type { TextLimit } from './long-text.ts'

export interface WriteContext extends TextLimit {
  readonly tx: Omit<WriteTransaction, 'search'>
  /** The first matches, including those of this transaction. Throws FhirError 422 if that takes too long. */
  readonly search: (wanted: SearchWanted) => SearchFound
  /** The caller with the permissions of this moment. */
  readonly caller: Caller
  readonly rules: WriteRules
  readonly ports: WritePorts
  /**
   * Asks a question that needs an asynchronous look-up. The transaction is rolled back, the answer awaited, and the
   * work repeated. An answer is valid until the registry changes.
   */
  readonly ask: <T>(question: string, find: () => Promise<T>) => T
  readonly resourceTypes: readonly string[]
  /** URLs of the own FHIR bases; a reference below one of them is local. */
  readonly bases: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
  /**
   * Stores the next version, which is compared with Subscriptions after the commit. An AuditEvent is appended to the
   * audit log instead. `isNew` says that the id is new.
   */
  readonly store: (resource: PreparedResource, isNew: boolean) => Steps<StoredVersion>
  /** Adds a check to run after all changes, because entries of a transaction may refer to each other. */
  readonly later: (check: () => Steps<void>) => void
  /** The references that were followed: whether there is something. Nothing is written when they are. */
  readonly followed: Map<string, boolean>
}
