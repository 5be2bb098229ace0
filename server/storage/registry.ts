// The registry of a domain: applications, their roles and permissions, and their developers.

import type { ClientStatus } from '#lib/oauth/registered-client.ts'
import type { RoleRemoval } from '#server/admin/store.ts'
import type { Authority } from '../fhir/store.ts'
import type { Client, ClientStore, Permission } from '../oauth/store.ts'

/** The applications and roles, for reading and for changing. */
export interface Registry extends ClientStore {
  /** The current permissions of a client, for the resource server. */
  readonly authority: Authority
  /** True if an approved client has a redirect URI of this web origin (RFC 6454 §6.2). */
  readonly allowsOrigin: (origin: string) => Promise<boolean>
  /** All clients, ordered by name. */
  readonly listClients: () => Promise<readonly Client[]>
  /** Adds a client. Returns false if the client_id is taken. Throws RegistryError for an unknown role. */
  readonly addClient: (client: Client) => Promise<boolean>
  /** Adds or replaces a client. Its owner does not change. Throws RegistryError for an unknown role. */
  readonly saveClient: (client: Client) => Promise<void>
  /**
   * Changes a client, except for its status and owner. Returns false if there is no such client. Throws RegistryError
   * as addClient does.
   */
  readonly editClient: (client: Client) => Promise<boolean>
  /**
   * Returns false if there is no such client, or if `fits` rejects the stored one. The client is
   * changed only as `fits` has seen it.
   */
  readonly setClientStatus: (
    clientId: string,
    status: ClientStatus,
    fits?: (stored: Client) => boolean,
  ) => Promise<boolean>
  /** Deletes a client, unless it is approved. Returns false if it was not deleted. */
  readonly removeClient: (clientId: string) => Promise<boolean>
  /** The clients of an account, ordered by name. */
  readonly listOwned: (accountId: string) => Promise<readonly Client[]>
  /**
   * Adds a client to an account that has fewer than `most`; a single statement decides. Throws RegistryError as
   * addClient does.
   */
  readonly addOwned: (client: OwnedClient, most: number) => Promise<'added' | 'taken' | 'too_many'>
  /**
   * Changes what a developer may change. Returns false if the client does not belong to the account. `decide` gives its
   * status and role from the stored one, by default those it has; the client is changed only as it has seen it.
   */
  readonly saveOwned: (
    client: OwnedClient,
    decide?: (stored: Client) => Pick<Client, 'status' | 'roleName'>,
  ) => Promise<boolean>
  /** Deletes a client of an account. Returns false if the client does not belong to the account. */
  readonly removeOwned: (clientId: string, accountId: string) => Promise<boolean>
  readonly hasRole: (name: string) => Promise<boolean>
  /** Adds a role. Returns false if the name is taken. */
  readonly addRole: (name: string, permissions: readonly Permission[]) => Promise<boolean>
  /** Adds a role or replaces its permissions, effective immediately for every client that has it. */
  readonly saveRole: (name: string, permissions: readonly Permission[]) => Promise<void>
  /** Deletes a role, unless a client has it. */
  readonly removeRole: (name: string) => Promise<RoleRemoval>
  readonly listRoles: () => Promise<readonly { readonly name: string; readonly permissions: readonly Permission[] }[]>
}

/** A client that a developer registered. */
export type OwnedClient = Client & Required<Pick<Client, 'ownerAccountId'>>

/** The registry cannot do what was asked; the message says why. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

/**
 * The developers of apps: these accounts may see an app's traces. The account that registered an app is one of them.
 */
export interface AppDevelopers {
  /** The apps of an account, ordered by client_id. */
  readonly appsOf: (username: string) => Promise<readonly string[]>
  readonly list: (clientId: string) => Promise<readonly string[]>
  /** Returns false if the account already had the app. The app must exist. */
  readonly add: (clientId: string, username: string) => Promise<boolean>
  /** Returns false if the account did not have the app. */
  readonly remove: (clientId: string, username: string) => Promise<boolean>
}

/** The user names of people's resources. Answers one question only: whether a name belongs to a person. */
export interface PersonNames {
  /** The identifier values with a given system, in current resources of a type, exactly as they are written. */
  readonly of: (type: string, system: string) => Promise<readonly string[]>
}
