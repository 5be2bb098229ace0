// The JSON of /launch/api/hook: the notifications that arrived at the demo app, and how it answers them. All times are RFC 3339.

/** A notification whose signature was right. */
export interface ReceivedNotification {
  readonly at: string
  /** X-Slipway-Subscription: `Subscription/{id}`. */
  readonly subscription: string
  /** X-Slipway-Event-Number; 0 for a handshake. */
  readonly number: number
  /** X-Slipway-Event-First, where it tells of several events. */
  readonly first: number | null
  readonly eventId: string
  readonly attempt: number
  readonly requestId: string
  readonly correlationId: string | null
  readonly traceId: string | null
  /** `kid` and `exp` of its signature. */
  readonly signature: { readonly kid: string; readonly expires: string }
  /** The status that it was answered with. */
  readonly status: number
}

/** Requests that had no right signature: of those nothing is kept but how many they were, and why the last one was refused. */
export interface RefusedNotifications {
  readonly count: number
  readonly at: string
  readonly reason: string
}

/** GET /launch/api/hook; also the answer to POST. */
export interface DemoReceiver {
  /** Its own address, which the signature is for. */
  readonly endpoint: string
  /** Who signs, and where the keys are. */
  readonly issuer: string
  readonly jwksUri: string
  /** Until then it answers 500; null while it works. */
  readonly brokenUntil: string | null
  readonly refused: RefusedNotifications | null
  /** The last ones, newest first; they are gone when the server stops. */
  readonly items: readonly ReceivedNotification[]
}
