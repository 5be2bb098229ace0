// The JSON of /connect/api: requests and answers for developers who connect their own app.
import type { AppKeys } from './admin.ts'

/** GET /connect/api/me */
export interface ConnectMe {
  readonly signedIn: boolean
  /** True while a visitor acts as a demo person without having signed in. */
  readonly acting: boolean
  /** Null for a visitor without an account here. */
  readonly name: string | null
  /** The status that an app gets when it is registered. */
  readonly registersAs: 'approved' | 'pending'
  /** Apps that one account may have. */
  readonly most: number
  /** The people that a visitor of the demo may act as; empty outside of it. */
  readonly demoPeople: readonly { readonly reference: string; readonly name: string }[]
}

export interface OwnApp {
  readonly clientId: string
  readonly name: string
  readonly status: 'pending' | 'approved' | 'rejected' | 'disabled'
  readonly role: string | null
  /** Public keys as registered; null where they live behind jwksUrl. */
  readonly jwks: {
    readonly keys: readonly { readonly kid?: string; readonly kty?: string; readonly alg?: string }[]
  } | null
  readonly jwksUrl: string | null
  readonly redirectUris: readonly string[]
  readonly launchUrl: string | null
}

/** GET /connect/api/apps */
export interface OwnApps {
  readonly items: readonly OwnApp[]
}

/** POST /connect/api/apps and PUT /connect/api/apps/{client_id}. The server chooses the client_id. */
export interface OwnAppForm {
  readonly name: string
  readonly launchUrl: string
  readonly redirectUris: readonly string[]
  readonly keys: AppKeys
}

/** The steps by which an app shows that it works, in their order. */
export const SEEN_STEPS = ['jwks', 'launch', 'authorize', 'code', 'bearer', 'read'] as const
export type SeenStep = (typeof SEEN_STEPS)[number]

export interface Observation {
  readonly step: SeenStep
  readonly outcome: 'done' | 'failed'
  /** RFC 3339. */
  readonly at: string
  /** The check that refused, as below /docs/errors; null where there is none. */
  readonly check: string | null
  /** The unmet expectation, in the words of the error; null when it is met. */
  readonly expected: string | null
}

/** GET /connect/api/apps/{client_id}/seen: of each step the last thing that was observed. */
export interface Seen {
  readonly items: readonly Observation[]
}
