// Storage ports of the console. Implemented in server/storage/sqlite, assembled in server/domain.

import type { AdminRole, AdminUser, AdminUsers, UserRole } from '#lib/api/admin.ts'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'
import type { RegisteredClient } from '#lib/oauth/registered-client.ts'
import type { Moment } from '../fhir/store.ts'

export type RegisteredApp = RegisteredClient

export interface AppRegistry {
  readonly find: (clientId: string) => Promise<RegisteredApp | undefined>
  readonly listClients: () => Promise<readonly RegisteredApp[]>
  readonly listOwned: (accountId: string) => Promise<readonly RegisteredApp[]>
  /** False when the client_id is taken. */
  readonly addClient: (app: RegisteredApp) => Promise<boolean>
  readonly editClient: (app: RegisteredApp) => Promise<boolean>
  /** False when there is no such app that `fits`, as which it is changed. */
  readonly setClientStatus: (
    clientId: string,
    status: RegisteredApp['status'],
    fits?: (stored: RegisteredApp) => boolean,
  ) => Promise<boolean>
  /** False when it was not deleted, because it is approved or gone. */
  readonly removeClient: (clientId: string) => Promise<boolean>
  readonly hasRole: (name: string) => Promise<boolean>
  readonly saveRole: (name: string, permissions: readonly RolePermission[]) => Promise<void>
  readonly removeRole: (name: string) => Promise<RoleRemoval>
  readonly listRoles: () => Promise<readonly AdminRole[]>
}

/** A role that apps have stays. */
export type RoleRemoval = 'done' | 'unknown' | 'in_use'

/** The last administrator cannot be removed; the statement itself decides, so that two concurrent removals cannot both succeed. */
export type AccountChange = 'done' | 'unknown' | 'last_admin'

/** The accounts of the identity provider, as administrators see and change them. */
export interface AccountList {
  /** The accounts whose user name or name contains the text, by user name, as many as fit on a page. */
  readonly list: (text: string) => Promise<AdminUsers>
  /** The user name of an account; undefined when it is gone. */
  readonly usernameOf: (accountId: string) => Promise<string | undefined>
  /** The id and the name of the account with a user name. */
  readonly named: (username: string) => Promise<{ readonly id: string; readonly name: string } | undefined>
  /** Gives the account another role; `former` is the role that it had, undefined when nothing was done. */
  readonly setRole: (
    username: AdminUser['username'],
    role: UserRole,
  ) => Promise<{ readonly outcome: AccountChange; readonly former?: UserRole | undefined }>
  /** Deletes the account, and with it its sessions and codes at the identity provider. */
  readonly remove: (username: AdminUser['username']) => Promise<AccountChange>
}

/** An account with its times, in epoch milliseconds. */
interface KnownUser extends AdminUser {
  readonly id: string
  readonly createdAt: number
  readonly lockedAt: number | undefined
  readonly lastLoginAt: number | undefined
  readonly linkUntil: number | undefined
}

/** A session, its times in epoch milliseconds. */
export interface UserSession {
  readonly sid: string
  readonly beganAt: number | undefined
  readonly lastUsedAt: number | undefined
  readonly network: string | undefined
  readonly browser: string | undefined
}

/** One account of the identity provider. Implemented in server/idp/accounts.ts. */
export interface PeoplePort {
  readonly read: (id: string) => Promise<KnownUser | undefined>
  readonly sessions: (id: string) => Promise<readonly UserSession[]>
  /** Ends one session, or all of them. Returns how many have ended. */
  readonly signOut: (id: string, sid?: string) => Promise<number>
  readonly lock: (id: string) => Promise<AccountChange>
  readonly unlock: (id: string) => Promise<boolean>
  /** A secret by which its owner chooses a new password once. Undefined for a locked account. */
  readonly passwordLink: (id: string) => Promise<{ readonly secret: string; readonly expiresAt: number } | undefined>
}

/** The filters of a look at the audit log. */
export interface TrailQuery {
  readonly name?: string | undefined
  readonly outcome?: string | undefined
  /** Only events in which a person took part. */
  readonly byPeople?: boolean
  /** client_id of an app involved. */
  readonly app?: string | undefined
  /** User names and references of persons: one of these took part. */
  readonly people?: readonly string[] | undefined
  /** Reference of a record that the event is about, or that is involved. */
  readonly record?: string | undefined
  readonly trace?: string | undefined
  /** Epoch milliseconds: from (included) to (not included). */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The place that a page ended at. */
  readonly after?: TrailPlace | undefined
  readonly limit: number
}

export interface TrailPlace {
  /** When the first page was read: all pages are of the log as it was then. */
  readonly asOf: Moment
  readonly offset: number
}

export interface TrailPage {
  /** JSON texts of AuditEvents; none or few where many were looked through, and `next` leads on. */
  readonly events: readonly string[]
  readonly next: TrailPlace | undefined
}

/** The audit log as it is read. */
export interface TrailStore {
  readonly find: (query: TrailQuery) => Promise<TrailPage>
  /** Whether a text is the moment of a place, as `find` gave it. */
  readonly isMoment: (text: string) => text is Moment
  /** JSON text of an event; undefined when there is no such event in the log. */
  readonly read: (id: string) => Promise<string | undefined>
}
