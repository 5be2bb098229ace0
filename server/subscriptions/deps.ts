// The ports of subscriptions, complete: they have access to nothing else.

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
  /** Milliseconds that it asks to wait, by Retry-After. */
  readonly retryAfter?: number
}

/** A request to a receiver that was not answered, or not as it must be. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  /** `dns`, `refused`, `tls`, `timeout`, `address-refused`, `answer-too-long` or `connection`. */
  readonly kind: string

  constructor(kind: string, options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

/** Posts to one receiver, at the address that was found for it, with an empty body. Rejects with HookFailure. */
export type PostToHook = (headers: readonly (readonly [string, string])[], signal: AbortSignal) => Promise<HookAnswer>

/** Finds a receiver by its URL: rejects with HookFailure where it has no address, or one that may not be called. */
export type FindHook = (endpoint: string) => Promise<PostToHook>

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
  /** Notifications of one Subscription in a minute; further events share one. */
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
   * `matched`: there is an event. `criteria`: a search by its criteria would not find the version. `permission`: its app may not read it.
   * `not_running`: it is off, or its receiver has not answered the handshake.
   */
  readonly verdict: 'matched' | 'criteria' | 'permission' | 'not_running'
  /** Number of the event, where there is one. */
  readonly number?: number
}

/** Notes in the trace of a write what it meant for Subscriptions, for people to read. Never throws, and nothing depends on it. */
export interface WriteTraces {
  readonly compared: (version: WrittenVersion, verdicts: readonly Verdict[]) => void
  readonly notified: (notification: Notification, tried: Pick<Attempt, 'ms' | 'outcome'>) => void
}

export interface SubscriptionDeps extends Runtime {
  readonly settings: SubscriptionSettings
  readonly store: SubscriptionStore
  readonly resources: Pick<ResourceStore, 'readCurrent' | 'readVersion' | 'search'>
  readonly authority: Authority
  /** Where an app may have receivers; undefined for an app that is unknown or not approved. */
  readonly ownerOf: (clientId: string) => Promise<EndpointOwner | undefined>
  /** The keys that sign notifications: those of the authorization server, which apps know. */
  readonly keys: Pick<KeyRing, 'active'>
  readonly findHook: FindHook
  readonly audit: Pick<Audit, 'record'>
  readonly traces: WriteTraces
  /** True when no other process has the database open at this moment. */
  readonly isAlone: () => boolean
  /** Resolves when all that was written is on the disk. */
  readonly durable: () => Promise<void>
  /** A random number from 0 to 1, so that waits differ. */
  readonly chance: () => number
}
