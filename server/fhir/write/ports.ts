// What writing needs beside what reading needs.
import type { WriteAudit } from '#lib/audit/audit.ts'
import type { WriteLimits, WriteRules } from '#lib/fhir/write-settings.ts'
import type { WriteTransactions } from '../store.ts'
import type { ResourceObject } from './change.ts'
import type { Misfit } from './misfit.ts'

/** The rules of Subscriptions, which a room of their own has. */
export interface SubscriptionRules {
  /** The judge of a Subscription that `writer` writes; `stored` is the one that is there. It is told how many
   * Subscriptions of the same app are not off at that moment. Rejects with StorageUnavailable. */
  readonly judge: (
    writer: string,
    stored: { readonly id: string; readonly origin: string | undefined } | undefined,
  ) => Promise<(next: ResourceObject, before: ResourceObject | undefined, othersOn: number) => readonly Misfit[]>
  /** What is wrong with an address to be notified, as far as its name tells; undefined for nothing. */
  readonly endpointProblem: (endpoint: string) => Promise<Misfit | undefined>
  /** The text to store for what was sent. */
  readonly toStore: (text: string, next: ResourceObject, before: ResourceObject | undefined) => string
}

export interface WritePorts extends WriteTransactions {
  /** Resolves when all that was committed is on the disk. Rejects with StorageUnavailable. */
  readonly durable: () => Promise<void>
  readonly audit: WriteAudit
  readonly rules: WriteRules
  readonly limits: WriteLimits
  /** Ids of the Devices that stand for a client, whatever its status, or for the domain. */
  readonly clientIds: () => Promise<ReadonlySet<string>>
  /** Web origins that are registered for an approved client. */
  readonly addressOrigins: (clientId: string) => Promise<ReadonlySet<string>>
  /** Those of all approved clients together. */
  readonly allAddressOrigins: () => Promise<ReadonlySet<string>>
  readonly subscriptions: SubscriptionRules
  /** Called after each commit. Never throws. */
  readonly committed: () => void
}
