// A client as the registry of the domain has it (RFC 6749 §2): authorization server, console and developers read the same.
import type { JWK } from 'jose'
import type { AppRight } from './app-rights.ts'
import type { ClientKind } from './client-kind.ts'

/** Only an approved client is served. */
export const CLIENT_STATUSES = ['pending', 'approved', 'rejected', 'disabled'] as const
export type ClientStatus = (typeof CLIENT_STATUSES)[number]

/** A client with its registered fields. */
export interface RegisteredClient {
  readonly clientId: string
  readonly name: string
  readonly kind: ClientKind
  readonly status: ClientStatus
  /** Registered public keys; a PEM key is converted at registration. */
  readonly jwks: { readonly keys: readonly JWK[] } | undefined
  readonly jwksUrl: string | undefined
  readonly redirectUris: readonly string[]
  readonly launchUrl: string | undefined
  readonly roleName: string | undefined
  /** The developer's account, set at registration; absent for the domain's own apps. */
  readonly ownerAccountId?: string
  /** True when the app may be launched with a task of a person for whom the launching person does not act. */
  readonly anyTask?: boolean
  /** What its developer asked for beside reading. Only its role permits anything. */
  readonly requestedRights?: readonly AppRight[]
  /** `backchannel_logout_uri` (OpenID Connect Back-Channel Logout 1.0 §2.2). */
  readonly logoutUri?: string
  /** `backchannel_logout_session_required`: every logout token has a `sid`. */
  readonly logoutSessionRequired?: boolean
  /** Web origins of its receivers of notifications, beside those of its other addresses. */
  readonly webhookOrigins?: readonly string[]
}

/** Where the keys of a client are. */
export type KeySource = Pick<RegisteredClient, 'jwks' | 'jwksUrl'>
