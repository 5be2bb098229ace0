// Storage port of the peer for developers. Implemented in server/storage/sqlite, assembled in server/domain.
import type { RegisteredClient } from '#lib/oauth/registered-client.ts'

export type OwnedApp = Omit<RegisteredClient, 'anyTask' | 'webhookOrigins'> & { readonly ownerAccountId: string }

export interface OwnedApps {
  /** The apps of an account by name. */
  readonly listOwned: (
    accountId: string,
  ) => Promise<readonly (Omit<OwnedApp, 'ownerAccountId'> & { readonly ownerAccountId?: string })[]>
  /** Adds an app for an account that has fewer than `most`. */
  readonly addOwned: (app: OwnedApp, most: number) => Promise<'added' | 'taken' | 'too_many'>
  /**
   * Changes name, addresses, keys and requested rights of an app of that account; false for another account's app, or one
   * without an account. `decide` gives its status and its role from the stored app, by the statement that changes it,
   * because an administrator may have changed them meanwhile.
   */
  readonly saveOwned: (
    app: OwnedApp,
    decide: (stored: Omit<OwnedApp, 'ownerAccountId'>) => Pick<OwnedApp, 'status' | 'roleName'>,
  ) => Promise<boolean>
  /** False when it is not of that account. */
  readonly removeOwned: (clientId: string, accountId: string) => Promise<boolean>
}
