// The ports of subscriptions. They have access to nothing else.

import type { Audit } from '#lib/audit/audit.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Runtime } from '#lib/runtime.ts'
import type { Authority, ResourceStore } from '../fhir/store.ts'
import type { EndpointOwner, EndpointRules } from './endpoint-rules.ts'
import type { Notification } from './notification.ts'
import type { Attempt, SubscriptionStore, WrittenVersion } from './store.ts'

/** An answer of a receiver. */
export interface HookAnswer {
  readonly status: number
  /** The wait that the receiver asks for by Retry-After, in milliseconds. */
  readonly retryAfter?: number
}

/** A request to a receiver that got no answer, or an unacceptable one. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  /** `dns`, `refused`, `tls`, `timeout`, `address-refused`, `answer-too-long` or `connection`. */
  readonly kind: string

  constructor(kind: string, options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

/** Posts to one receiver, at its resolved address, with an empty body. Rejects with HookFailure. */
export type PostToHook = (
  headers: readonly (readonly [string, string])[],
  signal: AbortSignal,
  body?: string,
) => Promise<HookAnswer>

/** Finds a receiver by its URL. Rejects with HookFailure when it has no address, or a forbidden one. */
export type FindHook = (endpoint: string) => Promise<PostToHook>

/** The settings that subscriptions depend on. */
export interface SubscriptionSettings {
  readonly issuer: string
  /** {base_url}: the FHIR bases lie below it. */
  readonly baseUrl: string
  readonly resourceTypes: readonly string[]
  readonly endpoints: EndpointRules
  /** User-Agent of notifications. */
  readonly userAgent: string
  /** Seconds before the second, third, … try of a notification; the last one repeats. */
  readonly retryS: readonly number[]
  /** A Subscription that has failed for this many seconds is switched off. */
  readonly giveUpS: number
  /** Notifications of one Subscription per minute; further events share one. */
  readonly eventsPerMinute: number
}

/** The result of comparing a version with one Subscription. */
export interface Verdict {
  /** Id of the Subscription. */
  readonly id: string
  /** client_id of its app. */
  readonly owner: string
  readonly criteria: string
  /**
   * `matched`: an event was made. `criteria`: a search by its criteria would not find the version. `permission`: its
   * app may not read it. `not_running`: it is off, or its receiver has not answered the handshake.
   */
  readonly verdict: 'matched' | 'criteria' | 'permission' | 'not_running'
  /** Number of the event, if one was made. */
  readonly number?: number
}

/**
 * Records in a write's trace what it meant for Subscriptions, for people to read. Never throws, and nothing depends on
 * it.
 */
export interface WriteTraces {
  readonly compared: (version: WrittenVersion, verdicts: readonly Verdict[]) => void
  readonly notified: (notification: Notification, tried: Pick<Attempt, 'ms' | 'outcome'>) => void
}

export interface SubscriptionDeps extends Runtime {
  readonly settings: SubscriptionSettings
  readonly store: SubscriptionStore
  readonly resources: Pick<ResourceStore, 'readCurrent' | 'readVersion' | 'search'>
  readonly authority: Authority
  /** Where an app may have receivers; undefined for an unknown or unapproved app. */
  readonly ownerOf: (clientId: string) => Promise<EndpointOwner | undefined>
  /** The keys that sign notifications: those of the authorization server, which apps know. */
  readonly keys: Pick<KeyRing, 'active'>
  readonly findHook: FindHook
  readonly audit: Pick<Audit, 'record'>
  readonly traces: WriteTraces
  /** True when no other process has the database open right now. */
  readonly isAlone: () => Promise<boolean>
  /** Resolves when everything written is on disk. */
  readonly durable: () => Promise<void>
  /** A random number from 0 to 1, to spread retries. */
  readonly chance: () => number
}
