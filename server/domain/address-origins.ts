// The web origins that are registered for applications: where an app may send people, or be sent to.
import type { Client } from '../oauth/store.ts'
import type { Registry } from '../storage/registry.ts'

/**
 * Origins of the redirect URIs and launch URLs of an approved client, or of all of them; empty for a client that is not there or not
 * approved. Rejects with StorageUnavailable.
 */
export async function addressOriginsOf(
  clients: Pick<Registry, 'listClients'>,
  clientId: string | 'all',
): Promise<ReadonlySet<string>> {
  const approved = (await clients.listClients()).filter(
    (client) => client.status === 'approved' && (clientId === 'all' || client.clientId === clientId),
  )
  return new Set(approved.flatMap(originsOf))
}

const originsOf = ({ redirectUris, launchUrl }: Client): readonly string[] =>
  [...redirectUris, ...(launchUrl === undefined ? [] : [launchUrl])].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).origin] : [],
  )
