// The JSON of /subscriptions/api: what becomes of the notifications of Subscriptions. It has no value of a header, and of an
// endpoint no query: these may be secrets of the receiver.

export const SUBSCRIPTION_STATUSES = ['requested', 'active', 'error', 'off'] as const

/** A failed try: its kind, such as `timeout` or `http-500`, and when it was (RFC 3339). */
export interface SubscriptionFailure {
  readonly kind: string
  readonly at: string
}

export interface SubscriptionItem {
  /** Of the Subscription. */
  readonly id: string
  /** client_id of the app whose it is. */
  readonly app: string
  readonly status: (typeof SUBSCRIPTION_STATUSES)[number]
  readonly reason: string | null
  readonly criteria: string
  readonly endpoint: string
  /** RFC 3339, as the next ones. */
  readonly end: string | null
  /** Why it is in error, or off. */
  readonly error: string | null
  readonly lastSuccess: string | null
  readonly lastFailure: SubscriptionFailure | null
  /** The number of its newest event; 0 when there was none. */
  readonly number: number
  /** Events that wait to be sent. */
  readonly waiting: number
  /** Tries of the present notification or handshake. */
  readonly attempts: number
  /** Null where nothing waits to be tried. */
  readonly nextTry: string | null
}

/** GET /subscriptions/api */
export interface SubscriptionList {
  readonly items: readonly SubscriptionItem[]
}

export interface SubscriptionEventItem {
  readonly number: number
  /** X-Slipway-Event-Id, where it was sent by itself. */
  readonly eventId: string
  readonly at: string
  readonly waiting: boolean
  /** Ids of the request that wrote what changed. */
  readonly requestId: string
  readonly correlationId: string | null
  readonly traceId: string | null
}

export interface SubscriptionAttemptItem {
  /** The events that it told of, the last of them its X-Slipway-Event-Number; both are 0 for a handshake. */
  readonly first: number
  readonly number: number
  /** X-Slipway-Attempt. */
  readonly attempt: number
  readonly at: string
  /** How long it took. */
  readonly ms: number
  /** Its X-Request-Id. */
  readonly requestId: string
  /** `delivered`, or the kind of failure. */
  readonly outcome: string
  /**
   * The headers that it had, in order, as far as they are kept: those of the channel as it is now, without their values, and the
   * signature as `***`.
   */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/** GET /subscriptions/api/{id}; also the answer to POST …/send and …/stop. */
export interface SubscriptionDetail extends SubscriptionItem {
  /** The newest ones, newest first, as the attempts. */
  readonly events: readonly SubscriptionEventItem[]
  readonly tries: readonly SubscriptionAttemptItem[]
}
