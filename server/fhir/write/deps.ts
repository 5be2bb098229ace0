// The ports of writing, in addition to those of reading.
import type { WriteAudit } from '#lib/audit/audit.ts'
import type { WriteLimits, WriteRules } from '#lib/fhir/write-settings.ts'
import type { WriteTransactions } from '../store.ts'
import type { ResourceObject } from './change.ts'
import type { RuleProblem } from './rule-problem.ts'

/** The rules of Subscriptions, which server/subscriptions implements. */
export interface SubscriptionRules {
  /**
   * A check of the Subscription that `writer` writes; `stored` is the current one. The check gets the number of
   * Subscriptions of the same app that are not off at that moment. Rejects with StorageUnavailable.
   */
  readonly judge: (
    writer: string,
    stored: { readonly id: string; readonly origin: string | undefined } | undefined,
  ) => Promise<(next: ResourceObject, before: ResourceObject | undefined, othersOn: number) => readonly RuleProblem[]>
  /** The problems of a Subscription as `writer` sent it; if there are any, only these are reported. */
  readonly sentProblems: (
    writer: string,
    sent: ResourceObject,
    before: ResourceObject | undefined,
  ) => readonly RuleProblem[]
  /** The URL whose address is to be looked up before it is written; undefined for none. */
  readonly receiverOf: (next: ResourceObject) => string | undefined
  /** The problem with a notification address, as far as its host name tells; undefined for none. */
  readonly endpointProblem: (endpoint: string) => Promise<RuleProblem | undefined>
  /** The text to store for the text in the request. */
  readonly toStore: (text: string, next: ResourceObject, before: ResourceObject | undefined) => string
}

/** Everything that a write can reach. */
export interface WritePorts extends WriteTransactions {
  /** Resolves when everything committed is on the disk. Rejects with StorageUnavailable. */
  readonly durable: () => Promise<void>
  readonly audit: WriteAudit
  readonly rules: WriteRules
  readonly limits: WriteLimits
  /** Ids of the Devices that represent a client, whatever its status, or the domain. */
  readonly clientIds: () => Promise<ReadonlySet<string>>
  /** Web origins registered for an approved client. */
  readonly addressOrigins: (clientId: string) => Promise<ReadonlySet<string>>
  /** Web origins of all approved clients together. */
  readonly allAddressOrigins: () => Promise<ReadonlySet<string>>
  readonly subscriptions: SubscriptionRules
  /** Called after each commit. Never throws. */
  readonly committed: () => void
}
