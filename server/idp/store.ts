// Storage ports of the embedded identity provider. Implemented in server/storage/sqlite/registry/idp.ts, and its accounts in
// server/storage/records/accounts.ts.

import type { UserRole } from '#lib/api/admin-words.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import type { Catalogue, Language } from '#lib/i18n/language.ts'

/** The roles that an account can have. */
export type AccountRole = UserRole

/** A person who can log in. */
export interface Account {
  readonly id: string
  /** The normalised user name: NFC, lower case, trimmed. For a sign-up it is the e-mail address. */
  readonly username: string
  readonly name: string
  readonly role: AccountRole
  readonly passwordHash: string
}

/** An account, and whether an administrator has locked it. */
export interface FoundAccount {
  readonly account: Account
  readonly isLocked: boolean
}

/** The accounts that can log in, by user name and id. */
export interface AccountStore {
  readonly findByUsername: (username: string) => Promise<Account | undefined>
  /** For a log-in: also a locked one, to tell its owner who proves the password. Takes the same time for any user name. */
  readonly findToLogIn: (username: string) => Promise<FoundAccount | undefined>
  readonly find: (id: string) => Promise<Account | undefined>
  /** False when the user name is taken; the unique index decides. */
  readonly create: (account: Account & { readonly createdAt: number }) => Promise<boolean>
}

/** A browser in which somebody is logged in. */
export interface IdpSession {
  readonly accountId: string
  /** Epoch milliseconds. */
  readonly authTime: number
  readonly expiresAt: number
  /** Names the session to relying parties; undefined for one from before they were told. */
  readonly sid?: string
  readonly network?: string
  readonly browser?: string
}

/** An account as its owner and administrators see it. Times in epoch milliseconds. */
export interface AccountRecord extends Omit<Account, 'passwordHash'> {
  readonly createdAt: number
  /** It cannot log in since then. */
  readonly lockedAt: number | undefined
  readonly lastLoginAt: number | undefined
  /** Until when there is a link for a new password. */
  readonly linkUntil: number | undefined
}

/** A session of a person: the log-in, and what the portal and the console opened by it. */
export interface KnownSession {
  readonly sid: string
  /** Epoch milliseconds. */
  readonly beganAt: number | undefined
  /** Accurate to the minute. */
  readonly lastUsedAt: number | undefined
  readonly network: string | undefined
  readonly browser: string | undefined
}

/** What is known of accounts beside their log-in. Each change is one statement, which decides a race. */
export interface AccountRecords {
  readonly read: (id: string) => Promise<AccountRecord | undefined>
  /** The sessions that have not ended, the latest used first. */
  readonly sessions: (id: string) => Promise<readonly KnownSession[]>
  /** Ends a session of this account, here and at the portal; false when there was none. */
  readonly endSession: (id: string, sid: string) => Promise<boolean>
  /** Gives the account another name; its sessions go on. False when there is no such account, or it is locked. */
  readonly rename: (id: string, name: string) => Promise<boolean>
  /** Gives the account another password while it has `former`; all sessions but `sid` end. False otherwise. */
  readonly setPassword: (
    id: string,
    change: { readonly former: string; readonly passwordHash: string; readonly sid: string | undefined },
  ) => Promise<boolean>
  /** Ends its sessions, and it cannot log in. At least one administrator remains who can. */
  readonly lock: (id: string) => Promise<'done' | 'unknown' | 'last_admin'>
  /** False when there is no such account. */
  readonly unlock: (id: string) => Promise<boolean>
  /** Makes a link for a new password in place of the former one; false when there is no such account, or it is locked. */
  readonly addLink: (id: string, link: { readonly tokenHash: string; readonly expiresAt: number }) => Promise<boolean>
  /** Whose link it is, while it can be used. */
  readonly ownerOfLink: (tokenHash: string) => Promise<Pick<Account, 'username' | 'name'> | undefined>
  /** Uses up a link: its account has this password, and no session. The user name; undefined for no usable link. */
  readonly useLink: (tokenHash: string, passwordHash: string) => Promise<string | undefined>
}

/** Sessions by the hash of their cookie; an expired one is not found. */
export interface SessionStore {
  readonly create: (idHash: string, session: IdpSession, now: number) => Promise<void>
  readonly find: (idHash: string, now: number) => Promise<IdpSession | undefined>
  readonly end: (idHash: string) => Promise<void>
}

/** A validated OpenID authentication request. */
export interface AuthenticationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly scope: string
  readonly codeChallenge: string
  readonly prompt: string | undefined
  readonly maxAge: number | undefined
  readonly loginHint: string | undefined
  /** The time of the request, in epoch milliseconds: a log-in that it demands must be later. */
  readonly requestedAt: number
}

/** Authentication requests that wait for a person to log in, by the hash of their cookie. */
export interface InteractionStore {
  /** `network` is the origin of the request. Anybody can send requests, so each network gets a share of the storage. */
  readonly create: (
    idHash: string,
    asked: { readonly request: AuthenticationRequest; readonly network: string },
    expiresAt: number,
    now: number,
  ) => Promise<void>
  readonly find: (idHash: string, now: number) => Promise<AuthenticationRequest | undefined>
  /** Ends the interaction; false when it had already ended. */
  readonly end: (idHash: string) => Promise<boolean>
}

/** What a code stands for until it is exchanged. */
export interface IdpGrant {
  readonly clientId: string
  readonly redirectUri: string
  readonly nonce: string | undefined
  readonly codeChallenge: string
  readonly accountId: string
  readonly authTime: number
  readonly sid?: string | undefined
}

/** Codes by their hash. */
export interface IdpCodeStore {
  readonly create: (codeHash: string, grant: IdpGrant, expiresAt: number) => Promise<void>
  /** Uses up the code; undefined when it is unknown, used or expired. One statement decides. */
  readonly consume: (codeHash: string, now: number) => Promise<IdpGrant | undefined>
}

/** A relying party of the identity provider. */
export interface RelyingParty {
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Signs its id_tokens, in the algorithm that it registered (id_token_signed_response_alg); by default RS256, by the provider's keys. */
  readonly idTokenKeys?: Pick<KeyRing, 'active'>
  /** The registered post-logout redirect URIs (OpenID Connect RP-Initiated Logout 1.0 §3.1). */
  readonly postLogoutRedirectUris: readonly string[]
  /** Where it is told of the end of a session (OpenID Connect Back-Channel Logout 1.0 §2.2). */
  readonly backchannelLogoutUri?: string
  /** The purpose of a log-in, found by the relying party's state. Called only for a page that shows it. */
  readonly purposeOf?: (state: string, language: Language) => Promise<Purpose | undefined>
  /** The name of the part of it that the browser is on its way to, which the login page shows instead of `name`. */
  readonly placeOf?: (request: Request) => Catalogue<string> | undefined
  /**
   * The Set-Cookie value that uses up this browser's choice of the expected person at a page of the relying party;
   * undefined when it made none. Only people of the demo can be chosen.
   */
  readonly chosen?: (request: Request, asked: Pick<AuthenticationRequest, 'state' | 'loginHint'>) => string | undefined
}

/** The purpose of a log-in, in words for the login page. */
export interface Purpose {
  /** The application's name. */
  readonly app: string
  /** The task's title; absent where it must not be shown before the log-in. */
  readonly task?: string
}

/** Creates the person and the first task of a new account, unless a person already has its user name. */
export interface Provisioning {
  /**
   * True when a person may sign up with this user name: the account then belongs to the existing person with that name.
   */
  readonly mayJoin: (username: string) => Promise<boolean>
  readonly provision: (newcomer: {
    readonly username: string
    readonly name: string
    readonly birthDate: string
    readonly gender: string
  }) => Promise<unknown>
}

/** The network from which the owner of an account last logged in, by the hash of its user name: a few may be forgotten. */
export interface LoginNetworks {
  readonly note: (account: string, network: string) => Promise<void>
  readonly find: (account: string) => Promise<string | undefined>
}

/** Everything that the identity provider stores. */
export interface IdpStores {
  readonly accounts: AccountStore
  readonly records: AccountRecords
  readonly sessions: SessionStore
  readonly interactions: InteractionStore
  readonly codes: IdpCodeStore
  readonly networks: LoginNetworks
  /** Resolves when every consumed code is on disk: no token leaves before. Throws StorageUnavailable. */
  readonly durable: () => Promise<void>
}
