// Storage ports of the authorization server, and its ports to the domain. Implemented in server/storage/sqlite, assembled in
// server/domain.
import type { Sha256 } from '#lib/crypto/hash.ts'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import type { RegisteredClient } from '#lib/oauth/registered-client.ts'
import type { SystemScope } from '#lib/oauth/smart-scope.ts'

/** A registered client. */
export type Client = RegisteredClient

/** One permission of a role. */
export type Permission = RolePermission

/** The registered clients, for reading. */
export interface ClientStore {
  readonly find: (clientId: string) => Promise<Client | undefined>
  /** When the client was approved last, in epoch milliseconds; undefined while it is not approved. */
  readonly approvedSince: (clientId: string) => Promise<number | undefined>
  /** What the client's role permits; nothing without a role, or while the client is not approved. */
  readonly permissions: (clientId: string) => Promise<readonly SystemScope[]>
}

/** The verified claims of a launch token that the grant needs. The token itself is not stored (conformance LTK-13). */
export interface LaunchContext {
  /** client_id of the launching platform. */
  readonly platform: string
  /** jti of the launch token, which is the trace id of everything that follows. */
  readonly traceId: string
  /** `Patient/x`, `Practitioner/x` or `RelatedPerson/x`. */
  readonly sub: string
  /** `Task/x`. */
  readonly resource: string
  readonly definition?: string
  readonly patient?: string
  readonly intent?: string
}

/** The launch of a grant, by profile: under Koppeltaal each grant is of one, under a profile that leaves it out none is. */
export type Launched = LaunchContext | undefined

/** An authorization request that waits for the identity provider. */
export interface Transaction {
  /** SHA-256 of the state that was sent to the identity provider. */
  readonly stateHash: Sha256
  /** SHA-256 of the value in the browser's transaction cookie. */
  readonly browserHash: Sha256
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly codeChallenge: string
  readonly scope: string
  readonly launch: Launched
  readonly idpNonce: string
  readonly idpVerifier: string
  /** The demands on the log-in, and the time of the request (epoch seconds). */
  readonly idpOptions: { readonly prompt?: string; readonly maxAge?: number; readonly askedAt: number }
  readonly expiresAt: number
}

/** Authorization requests by the hash of the state that the identity provider returns. */
export interface TransactionStore {
  readonly create: (transaction: Transaction) => Promise<void>
  /** A pending transaction. Decides and consumes nothing. */
  readonly peek: (stateHash: Sha256, now: number) => Promise<Pick<Transaction, 'clientId' | 'launch'> | undefined>
  /** Uses up the transaction if it is unused, unexpired and bound to this browser. One statement decides. */
  readonly consume: (stateHash: Sha256, browserHash: Sha256, now: number) => Promise<Transaction | undefined>
}

/** The grant of a code: the content of the token response. */
export interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly scope: string
  readonly nonce: string | undefined
  /** Epoch seconds at which the user logged in at the identity provider. */
  readonly authTime: number
  readonly launch: Launched
  /** The person who logged in: the user name, which is that of the launch, and the subject at the identity provider. */
  readonly login?: {
    readonly username: string | undefined
    readonly subject: string
    /** The session there, if its id_token names one. */
    readonly sid?: string | undefined
  }
}

/** Codes by their hash, with their grants. */
export interface CodeStore {
  readonly create: (codeHash: Sha256, grant: Grant, expiresAt: number) => Promise<void>
  /** The grant of a code, whether used or not. Decides and consumes nothing. */
  readonly peek: (codeHash: Sha256) => Promise<Grant | undefined>
  /**
   * Consumes the code, even when the exchange fails, and stores the issued token, in one transaction: a later use of
   * the code then finds the token to revoke. When the parameters differ from those of the grant, no token is stored.
   * `reused` is true when the code had been used before; its tokens are then revoked (RFC 6749 §4.1.2). Undefined for
   * an unknown or expired code.
   */
  readonly redeem: (
    codeHash: Sha256,
    shown: Pick<Grant, 'clientId' | 'redirectUri' | 'codeChallenge'>,
    token: NewToken,
  ) => Promise<{ readonly grant: Grant; readonly reused: boolean } | undefined>
  /** Uses up the code without issuing anything. */
  readonly discard: (codeHash: Sha256, now: number) => Promise<void>
}

/** A token issued for a code; times in epoch milliseconds. */
export interface NewToken {
  readonly tokenHash: Sha256
  /** Also the time at which the code is redeemed. */
  readonly issuedAt: number
  readonly expiresAt: number
}

export interface NoopToken {
  readonly grant: Grant
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The access tokens of launches by their hash: they open nothing, and introspection knows them. */
export interface NoopTokenStore {
  /** An unexpired, unrevoked token. */
  readonly find: (tokenHash: Sha256, now: number) => Promise<NoopToken | undefined>
  /** Revokes the tokens issued for a code. */
  readonly revokeByCode: (codeHash: Sha256, now: number) => Promise<void>
}

declare const jti: unique symbol
/** The id of a token that is used once, by whichever client signed it. */
export type Jti = string & { readonly [jti]: true }

/** What is used once: launch tokens, client assertions, and logout tokens. */
export type SingleUse = 'launch' | 'assertion' | 'logout'

/** The used ids of these tokens. */
export interface ReplayStore {
  /** Claims a jti for its issuer until `expiresAt`; false when it was already claimed. The insert decides. */
  readonly claim: (kind: SingleUse, issuer: string, jti: Jti, expiresAt: number) => Promise<boolean>
  /** True when a jti is claimed. Decides nothing; for the token tools. */
  readonly isClaimed: (kind: SingleUse, issuer: string, jti: Jti) => Promise<boolean>
}

/** Reads the resources that a launch refers to. */
export interface Directory {
  /** The current version of a resource, parsed; undefined when unknown or deleted. */
  readonly find: (type: string, id: string) => Promise<Readonly<Record<string, unknown>> | undefined>
}

/** An attempt to tell an app that a session has ended. */
export interface LogoutNotice {
  readonly clientId: string
  readonly sid: string
  /** Counts this attempt. */
  readonly attempts: number
}

/** Which apps are still to be told of the end of a session. */
export interface LogoutNotices {
  /** Every approved app that has an address for it is to be told. */
  readonly add: (sid: string) => Promise<void>
  /** Takes one that is due, for so long; one statement decides who does. */
  readonly take: (leaseMs: number) => Promise<LogoutNotice | undefined>
  /** Tells it again after a wait. */
  readonly again: (notice: LogoutNotice, waitMs: number) => Promise<void>
  readonly remove: (notice: LogoutNotice) => Promise<void>
}

/** Everything that the authorization server stores. */
export interface OauthStores {
  readonly clients: ClientStore
  readonly logouts: LogoutNotices
  readonly transactions: TransactionStore
  readonly codes: CodeStore
  readonly noopTokens: NoopTokenStore
  readonly replay: ReplayStore
  /** The time of the last restoration from a backup, in epoch milliseconds: earlier uses are unknown. */
  readonly restoredAt: () => number | undefined
  /** Resolves when everything consumed is on disk: no answer leaves before. Throws StorageUnavailable. */
  readonly durable: () => Promise<void>
}
