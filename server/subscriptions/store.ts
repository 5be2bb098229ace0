// Storage port of subscriptions: what was written, what waits to be sent, and how far each Subscription is. Implemented in
// server/storage/sqlite/subscriptions.

/** The ids of a request (X-Request-Id, X-Correlation-Id, X-Trace-Id). What follows from the request is found by them. */
export interface RequestIds {
  readonly requestId: string
  readonly correlationId: string | undefined
  readonly traceId: string | undefined
  /** Who sent it. */
  readonly clientId: string | undefined
}

/** A version that a client wrote, as it is compared with criteria. */
export interface WrittenVersion extends RequestIds {
  /** Its place among all writes of the domain. */
  readonly seq: number
  readonly type: string
  readonly id: string
  readonly versionId: number
  /** Epoch milliseconds. */
  readonly lastUpdated: number
  /** Id of the Device in its resource-origin extension. */
  readonly origin: string | undefined
}

/** What a search could find in a version (lib/fhir/search-parameters.ts). */
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
  /** Of the request that wrote it; undefined where the domain itself did. */
  readonly by: RequestIds | undefined
}

/**
 * What is done for a Subscription. `handshake`: its receiver is asked whether it is there. `running`: events are collected and sent.
 * `failed`: the handshake failed; nothing is collected. `stopped`: it is off or deleted.
 */
export type Phase = 'handshake' | 'running' | 'failed' | 'stopped'

/** How far a Subscription is. Times are epoch milliseconds. */
export interface SubscriptionState {
  readonly id: string
  /** The version of the Subscription that was last taken into account. */
  readonly versionId: number
  readonly phase: Phase
  /** The number of its newest event; events count 1, 2, 3, … for as long as the Subscription exists. */
  readonly number: number
  /** Events up to this number were delivered or dropped. */
  readonly done: number
  /** The last event of the notification that was begun: a repeat announces the same events. */
  readonly sendingTo: number | undefined
  /** Event-Id of its handshake. */
  readonly eventId: string
  /** The ids of the request that asked for the handshake. */
  readonly by: RequestIds | undefined
  /** Tries of the present notification or handshake. */
  readonly attempts: number
  /** Failed tries in a row. */
  readonly failures: number
  readonly failingSince: number | undefined
  /** It is not tried before this time. */
  readonly nextAt: number
  /** The kind of failure, such as `timeout` or `http-500`. */
  readonly lastFailure: string | undefined
  readonly lastFailureAt: number | undefined
  readonly lastSuccessAt: number | undefined
}

/** A version that met the criteria of a Subscription. */
export interface SubscriptionEvent extends RequestIds {
  readonly subscriptionId: string
  readonly number: number
  readonly eventId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly type: string
  readonly origin: string | undefined
}

/** A notification that was sent, or could not be. */
export interface Attempt {
  readonly subscriptionId: string
  /** The numbers of the first and the last event that it announced; both are 0 for a handshake. */
  readonly first: number
  readonly number: number
  /** 1, 2, 3, … of this notification. */
  readonly attempt: number
  /** Epoch milliseconds. */
  readonly at: number
  /** Milliseconds that it took. */
  readonly ms: number
  /** Its own X-Request-Id. */
  readonly requestId: string
  /** `delivered`, or the kind of failure. */
  readonly outcome: string
}

/** What one transaction saves. */
export interface Progress {
  readonly states?: readonly SubscriptionState[]
  readonly events?: readonly SubscriptionEvent[]
  readonly attempt?: Attempt
  /** Versions up to this seq were compared. */
  readonly comparedUpTo?: number
  /** Versions of Subscriptions up to this seq were taken into account. */
  readonly seenUpTo?: number
}

/** A new version of a Subscription that the domain writes itself. */
export interface OwnVersion {
  readonly id: string
  /** The version that it replaces. */
  readonly versionId: number
  /** Minified. */
  readonly text: string
  readonly parsed: Readonly<Record<string, unknown>>
}

export interface SubscriptionStore {
  /** Takes or renews the lease of the one process that compares and sends. False while another one has it. */
  readonly lease: (holder: string, now: number, until: number) => Promise<boolean>
  /** Gives the lease back, where it is held. */
  readonly release: (holder: string) => Promise<void>
  /** All states, and the seq up to which changes of Subscriptions were taken into account. */
  readonly load: () => Promise<{ readonly states: readonly SubscriptionState[]; readonly seenUpTo: number }>
  /** Versions of Subscriptions behind a seq, in order. */
  readonly versionsAfter: (seq: number, limit: number) => Promise<readonly SubscriptionVersion[]>
  /** Versions that are yet to be compared, in order. */
  readonly written: (limit: number) => Promise<readonly WrittenVersion[]>
  readonly valuesOf: (seq: number) => Promise<readonly FoundValue[]>
  /** Saves all of it; false, and nothing is saved, where another process holds the lease by now. */
  readonly save: (holder: string, progress: Progress) => Promise<boolean>
  /** The newest event between two numbers that `fits`; undefined when none does. */
  readonly newestEvent: (
    subscriptionId: string,
    between: { readonly first: number; readonly last: number },
    fits: (event: SubscriptionEvent) => boolean,
  ) => Promise<SubscriptionEvent | undefined>
  readonly event: (subscriptionId: string, number: number) => Promise<SubscriptionEvent | undefined>
  /** Writes a version; false, and nothing is written, where the current version is not the one it replaces. */
  readonly writeVersion: (version: OwnVersion, now: number) => Promise<boolean>
  /** Asks for the next try of a Subscription at once; saving its state ends that. */
  readonly hasten: (id: string, now: number) => Promise<void>
  /** Ids of the Subscriptions that are to be tried at once. */
  readonly hastened: () => Promise<readonly string[]>
  /** The newest events of a Subscription, newest first. */
  readonly recentEvents: (subscriptionId: string, limit: number) => Promise<readonly SubscriptionEvent[]>
  /** The newest attempts of a Subscription, newest first. */
  readonly recentAttempts: (subscriptionId: string, limit: number) => Promise<readonly Attempt[]>
}
