// What the console asks of storage. Implemented in server/db and put together in server/wiring.ts.
import type { JWK } from 'jose'
import type { AdminApp, AdminRole, AdminUser, AdminUsers, UserRole } from '#lib/api/admin.ts'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'

/** An app as the registry keeps it: what the console shows, with undefined where JSON has null. */
export interface RegisteredApp extends Pick<AdminApp, 'clientId' | 'name' | 'kind' | 'status' | 'redirectUris'> {
  readonly jwks: { readonly keys: readonly JWK[] } | undefined
  readonly jwksUrl: string | undefined
  readonly launchUrl: string | undefined
  readonly roleName: string | undefined
  /** Account of the developer whose app it is. */
  readonly ownerAccountId?: string
}

export interface AppRegistry {
  readonly find: (clientId: string) => Promise<RegisteredApp | undefined>
  readonly listClients: () => Promise<readonly RegisteredApp[]>
  /** False when the client_id is taken. */
  readonly addClient: (app: RegisteredApp) => Promise<boolean>
  readonly saveClient: (app: RegisteredApp) => Promise<void>
  /** False when there is no such app. */
  readonly setClientStatus: (clientId: string, status: RegisteredApp['status']) => Promise<boolean>
  readonly hasRole: (name: string) => Promise<boolean>
  readonly saveRole: (name: string, permissions: readonly RolePermission[]) => Promise<void>
  readonly removeRole: (name: string) => Promise<RoleRemoval>
  readonly listRoles: () => Promise<readonly AdminRole[]>
}

/** A role that apps have stays. */
export type RoleRemoval = 'done' | 'unknown' | 'in_use'

/** The last administrator stays one; the statement that changes decides, so that no two can go at once. */
export type AccountChange = 'done' | 'unknown' | 'last_admin'

export interface AccountList {
  /** The accounts whose user name or name has the text in it, by user name, as many as a page can hold. */
  readonly list: (text: string) => AdminUsers
  /** The user name of an account; undefined when it is gone. */
  readonly usernameOf: (accountId: string) => string | undefined
  readonly setRole: (username: AdminUser['username'], role: UserRole) => AccountChange
  /** Deletes the account, and with it its sessions and codes at the identity provider. */
  readonly remove: (username: AdminUser['username']) => AccountChange
}
