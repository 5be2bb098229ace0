// Storage port of subscriptions: the written versions, the events to send, and the progress of each Subscription.
// Implemented in server/storage/sqlite/subscriptions and server/storage/postgres/subscriptions.

/**
 * The ids of a request (X-Request-Id, X-Correlation-Id, X-Trace-Id), by which everything that follows from it is found.
 */
export interface RequestIds {
  readonly requestId: string
  readonly correlationId: string | undefined
  readonly traceId: string | undefined
  readonly clientId: string | undefined
}

/** A version written by a client, for comparison with criteria. */
export interface WrittenVersion extends RequestIds {
  /** Its place in the order of all writes of the domain; one of a higher number may be seen before it. */
  readonly seq: number
  readonly type: string
  readonly id: string
  readonly versionId: number
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  /** Id of the Device in its resource-origin extension. */
  readonly origin: string | undefined
}

/** A value by which a search can find a version (lib/fhir/search/parameters.ts). */
export interface FoundValue {
  readonly param: string
  readonly system: string
  readonly value: string
}

/** A version of a Subscription. */
export interface SubscriptionVersion {
  readonly seq: number
  readonly id: string
  readonly versionId: number
  readonly origin: string | undefined
  /** The JSON text; undefined for a deletion. */
  readonly body: string | undefined
  /** Ids of the request that wrote it; undefined when the domain itself did. */
  readonly by: RequestIds | undefined
}

/**
 * The phase of a Subscription. `handshake`: its receiver is asked whether it is there. `running`: events are collected
 * and sent. `failed`: the handshake failed; nothing is collected. `stopped`: it is off or deleted.
 */
export type Phase = 'handshake' | 'running' | 'failed' | 'stopped'

/** The progress of a Subscription. Times in epoch milliseconds. */
export interface SubscriptionState {
  readonly id: string
  /** The last version of the Subscription that was processed. */
  readonly versionId: number
  readonly phase: Phase
  /** The number of its newest event; events count 1, 2, 3, … while the Subscription exists. */
  readonly number: number
  /** Events up to this number were delivered or dropped. */
  readonly done: number
  /** The last event in the notification that was begun: a repeat announces the same events. */
  readonly sendingTo: number | undefined
  readonly eventId: string
  /** The ids of the request that caused the handshake. */
  readonly by: RequestIds | undefined
  /** Attempts of the current notification or handshake. */
  readonly attempts: number
  /** Consecutive failed attempts. */
  readonly failures: number
  readonly failingSince: number | undefined
  /** No attempt before this time. */
  readonly nextAt: number
  /** The kind of failure, such as `timeout` or `http-500`. */
  readonly lastFailure: string | undefined
  readonly lastFailureAt: number | undefined
  readonly lastSuccessAt: number | undefined
}

/** A version that met a Subscription's criteria. */
export interface SubscriptionEvent extends RequestIds {
  readonly subscriptionId: string
  readonly number: number
  readonly eventId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly type: string
  readonly origin: string | undefined
}

/** An attempt to send a notification. */
export interface Attempt {
  readonly subscriptionId: string
  /** The numbers of the first and last event that it announced; both 0 for a handshake. */
  readonly first: number
  readonly number: number
  /** Counts the attempts of this notification: 1, 2, 3, … */
  readonly attempt: number
  /** Epoch milliseconds. */
  readonly at: number
  /** Its duration in milliseconds. */
  readonly ms: number
  /** Its own X-Request-Id. */
  readonly requestId: string
  /** `delivered`, or the kind of failure. */
  readonly outcome: string
}

/** The data that one transaction saves. */
export interface Progress {
  readonly states?: readonly SubscriptionState[]
  readonly events?: readonly SubscriptionEvent[]
  readonly attempt?: Attempt
  /** The seqs of versions that were compared. */
  readonly compared?: readonly number[]
  /** The seq of the last version of a Subscription that was processed. Its state says the same of each by its versionId. */
  readonly seenUpTo?: number
}

/** A new version of a Subscription that the domain writes itself. */
export interface OwnVersion {
  readonly id: string
  readonly versionId: number
  /** Minified JSON. */
  readonly text: string
  readonly parsed: Readonly<Record<string, unknown>>
}

/** Later than any lease lasts, in epoch milliseconds: at this time each one is over. A time that every engine can store. */
export const AFTER_ALL_LEASES = Date.UTC(9999, 11, 31)

/** Everything that subscriptions store. */
export interface SubscriptionStore {
  /** Takes or renews the lease of the one process that compares and sends. False while another process holds it. */
  readonly lease: (holder: string, now: number, until: number) => Promise<boolean>
  /** Releases the lease if `holder` holds it. */
  readonly release: (holder: string) => Promise<void>
  /** The states that are not stopped. */
  readonly load: () => Promise<readonly SubscriptionState[]>
  /** The state of one Subscription, stopped or not; undefined before its first version was processed. */
  readonly state: (id: string) => Promise<SubscriptionState | undefined>
  /** Versions of Subscriptions that no saved state is based on yet, in order. */
  readonly unseen: (limit: number) => Promise<readonly SubscriptionVersion[]>
  /** Versions not yet compared, in order. */
  readonly written: (limit: number) => Promise<readonly WrittenVersion[]>
  readonly valuesOf: (seq: number) => Promise<readonly FoundValue[]>
  /** Saves everything in `progress`. False, with nothing saved, when another process holds the lease now. */
  readonly save: (holder: string, progress: Progress) => Promise<boolean>
  /** The newest event between two numbers that `fits`; undefined when none does. */
  readonly newestEvent: (
    subscriptionId: string,
    between: { readonly first: number; readonly last: number },
    fits: (event: SubscriptionEvent) => boolean,
  ) => Promise<SubscriptionEvent | undefined>
  readonly event: (subscriptionId: string, number: number) => Promise<SubscriptionEvent | undefined>
  /** Writes a version. False, with nothing written, when the current version is not the one to replace. */
  readonly writeVersion: (version: OwnVersion, now: number) => Promise<boolean>
  /** Requests a Subscription's next attempt at once; saving its state clears the request. */
  readonly hasten: (id: string, now: number) => Promise<void>
  /** Ids of the Subscriptions to try at once. */
  readonly hastened: () => Promise<readonly string[]>
  /** The newest events of a Subscription, newest first. */
  readonly recentEvents: (subscriptionId: string, limit: number) => Promise<readonly SubscriptionEvent[]>
  /** The newest attempts of a Subscription, newest first. */
  readonly recentAttempts: (subscriptionId: string, limit: number) => Promise<readonly Attempt[]>
}
