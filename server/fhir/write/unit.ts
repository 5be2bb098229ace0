// The surroundings of the changes of one request: who writes, by which rules, and what is to be looked at once all are made.
import type { WriteRules } from '#lib/fhir/write-settings.ts'
import type { Caller } from '../caller.ts'
import type { PreparedResource, StoredVersion, WriteTransaction } from '../store.ts'

/** What the registry says that a rule needs. Read before the transaction, which only goes on if it is so still. */
export interface RegistryFacts {
  /** Ids of all Devices that stand for a client or the domain itself; undefined where no Device is written. */
  readonly clientIds?: ReadonlySet<string>
  /** Origins that the writer may send people to; undefined where no Endpoint is written. */
  readonly addressOrigins?: ReadonlySet<string>
}

export interface Unit {
  readonly tx: WriteTransaction
  /** With the permissions of this moment. */
  readonly caller: Caller
  readonly rules: WriteRules
  readonly facts: RegistryFacts
  readonly resourceTypes: readonly string[]
  /** URLs of the own FHIR bases: a reference below one of them is a local one. */
  readonly bases: readonly string[]
  /** Epoch milliseconds. */
  readonly now: number
  /** Stores the next version; subscriptions are told. */
  readonly store: (resource: PreparedResource) => StoredVersion
  /** Checks that wait until all changes are made: entries of a transaction may refer to each other. */
  readonly later: (check: () => void) => void
}
