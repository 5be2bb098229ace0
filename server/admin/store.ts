// What the console asks of storage. Implemented in server/db and put together in server/wiring.ts.
import type { JWK } from 'jose'
import type { AppKind, UserRole } from '#lib/api/admin.ts'
import type { RolePermission } from '#lib/oauth/permission-scope.ts'

export interface RegisteredApp {
  readonly clientId: string
  readonly name: string
  readonly kind: AppKind
  readonly status: 'pending' | 'approved' | 'rejected' | 'disabled'
  readonly jwks: { readonly keys: readonly JWK[] } | undefined
  readonly jwksUrl: string | undefined
  readonly redirectUris: readonly string[]
  readonly launchUrl: string | undefined
  readonly roleName: string | undefined
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
  readonly listRoles: () => Promise<
    readonly { readonly name: string; readonly permissions: readonly RolePermission[] }[]
  >
}

export interface ListedAccount {
  readonly username: string
  readonly name: string
  readonly role: UserRole
}

export interface AccountList {
  /** The accounts by user name, as many as a page can hold. */
  readonly list: () => readonly ListedAccount[]
  /** False when there is no such account. */
  readonly setRole: (username: string, role: UserRole) => boolean
}
