// The web origins registered for applications: those that an app may send people to, or be called at.
import type { Client } from '../oauth/store.ts'
import type { Registry } from '../storage/registry.ts'

/**
 * Origins of the redirect URIs and launch URLs of an approved client; empty when it does not exist or is not approved.
 * Rejects with StorageUnavailable.
 */
export async function addressOriginsOf(
  clients: Pick<Registry, 'find'>,
  clientId: string,
): Promise<ReadonlySet<string>> {
  const client = await clients.find(clientId)
  return originsOf(client ? [client] : [])
}

/** The origins of all approved clients together. Rejects with StorageUnavailable. */
export const allAddressOrigins = async (clients: Pick<Registry, 'listClients'>): Promise<ReadonlySet<string>> =>
  originsOf(await clients.listClients())

const originsOf = (clients: readonly Client[]): ReadonlySet<string> =>
  new Set(clients.filter(({ status }) => status === 'approved').flatMap(originsOfClient))

const originsOfClient = ({ redirectUris, launchUrl }: Client): readonly string[] =>
  [...redirectUris, ...(launchUrl === undefined ? [] : [launchUrl])].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  )
