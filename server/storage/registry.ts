// The registry as all of the domain sees it: applications, their roles and what these permit, and who looks after them.
import type { ClientStatus } from '#lib/oauth/registered-client.ts'
import type { Authority } from '../fhir/store.ts'
import type { Client, ClientStore, Permission } from '../oauth/store.ts'

export interface Registry extends ClientStore {
  /** What a client may do at this moment, for the resource server. */
  readonly authority: Authority
  /** Whether an approved client has a redirect URI of this web origin (RFC 6454 §6.2). */
  readonly allowsOrigin: (origin: string) => boolean
  /** All clients by name. */
  readonly listClients: () => Promise<readonly Client[]>
  /** Adds a client; false when the client_id is taken. Throws RegistryError for a role that is not there. */
  readonly addClient: (client: Client) => Promise<boolean>
  /** Adds a client or replaces it; its owner stays who it was. Throws RegistryError for a role that is not there. */
  readonly saveClient: (client: Client) => Promise<void>
  /** Changes all of a client but its status and its owner; false when there is none. Throws RegistryError as addClient. */
  readonly editClient: (client: Client) => Promise<boolean>
  /** False when there is no such client that `fits`, which is asked of what is stored, within the transaction. */
  readonly setClientStatus: (
    clientId: string,
    status: ClientStatus,
    fits?: (stored: Client) => boolean,
  ) => Promise<boolean>
  /** The clients of an account by name. */
  readonly listOwned: (accountId: string) => Promise<readonly Client[]>
  /** Adds a client of an account that has fewer than `most`; one statement decides. Throws RegistryError as addClient. */
  readonly addOwned: (client: OwnedClient, most: number) => Promise<'added' | 'taken' | 'too_many'>
  /**
   * Changes what a developer may change, where the client is of that account; false when it is not. An approved one waits again where
   * `approvalEnds` of what is stored, which is asked within the transaction.
   */
  readonly saveOwned: (client: OwnedClient, approvalEnds?: (stored: Client) => boolean) => Promise<boolean>
  /** Takes a client of an account away. False when it is not of that account. */
  readonly removeOwned: (clientId: string, accountId: string) => Promise<boolean>
  readonly hasRole: (name: string) => Promise<boolean>
  /** Adds a role, false when the name is taken. */
  readonly addRole: (name: string, permissions: readonly Permission[]) => Promise<boolean>
  /** Adds a role or replaces its permissions; holds at once for every client that has it. */
  readonly saveRole: (name: string, permissions: readonly Permission[]) => Promise<void>
  /** A role that clients have stays. */
  readonly removeRole: (name: string) => Promise<'done' | 'unknown' | 'in_use'>
  readonly listRoles: () => Promise<readonly { readonly name: string; readonly permissions: readonly Permission[] }[]>
}

/** A client that a developer registered. */
export type OwnedClient = Client & Required<Pick<Client, 'ownerAccountId'>>

/** The registry was asked for something impossible; the message says what. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

/** Who looks after which app: these accounts may see its traces. Who registered an app looks after it, too. */
export interface AppDevelopers {
  /** The apps of an account, by client_id. */
  readonly appsOf: (username: string) => Promise<readonly string[]>
  readonly list: (clientId: string) => Promise<readonly string[]>
  /** False when the account had the app already. The app must exist. */
  readonly add: (clientId: string, username: string) => Promise<boolean>
  /** False when the account did not have the app. */
  readonly remove: (clientId: string, username: string) => Promise<boolean>
}

/** Under which user names people's resources are known: for the one question whether a name belongs to somebody. */
export interface PersonNames {
  /** The identifier values that current resources of a type carry under a system, as they are written. */
  readonly of: (type: string, system: string) => Promise<readonly string[]>
}
