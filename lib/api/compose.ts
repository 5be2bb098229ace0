// The JSON of the composer: what its page reads from /portal/api/compose, and what it sends to be signed and delivered.
import type { FailureName } from '../launch/failures.ts'

/** The ways in which a launch reaches the app: `iss` and `launch` by form post, the same by GET, or `token` alone (HTI 2.0). */
export const COMPOSE_DELIVERIES = ['shof', 'get', 'hti'] as const
export type ComposeDelivery = (typeof COMPOSE_DELIVERIES)[number]

/** The name in localStorage under which a hand-over tells the composer `{epoch milliseconds} {path of the trace}`. */
export const COMPOSED_TRACE = 'slipway-composed-trace'

/** An app that can be launched. */
export interface ComposeApp {
  readonly clientId: string
  readonly name: string
  readonly launchUrl: string
  /** True for an app that makes failures on request: the demo app in the demo domain. */
  readonly simulates: boolean
}

export interface ComposePerson {
  readonly reference: string
  readonly name: string
}

export interface ComposeTask {
  readonly reference: string
  readonly title: string
  /** Task.for. */
  readonly patient?: string
  /** Task.owner. */
  readonly owner?: string
  readonly definition?: string
  readonly intent?: string
  /** `Device/x` of the app whose activity it is. */
  readonly device?: string
}

/** GET /portal/api/compose */
export interface ComposeOptions {
  /** iss of what the portal signs. */
  readonly issuer: string
  readonly key: { readonly kid: string; readonly alg: string }
  /** The FHIR base that is sent with the token. */
  readonly fhirBase: string
  readonly apps: readonly ComposeApp[]
  readonly people: readonly ComposePerson[]
  readonly tasks: readonly ComposeTask[]
}

/** The launch to sign and deliver: the body of POST /portal/api/compose/ticket, and part of that of POST /api/launches. */
export interface Composition {
  /** client_id of the app. */
  readonly app: string
  /** Claims that are added to the usual ones or replace them. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Usual claims to leave out. */
  readonly without?: readonly string[] | undefined
  readonly delivery: ComposeDelivery
  readonly fail?: FailureName | undefined
}

/** The answer of POST /portal/api/compose/ticket. */
export interface ComposeTicket {
  /** Opens the launch once, in any browser. */
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}
