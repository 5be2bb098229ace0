// Phase 1 of an authorize request: whose it is and where answers go. Until both are proven nothing is redirected (decision E3).
import type { Params } from '#lib/http/params.ts'
import { invalidRequest, Refusal } from './check.ts'
import type { Client, ClientStore } from './store.ts'

export interface Recipient {
  readonly client: Client
  /** A registered redirect_uri of the client, exactly as sent. */
  readonly redirectUri: string
}

/** The app that asks, and its proven redirect_uri. Throws a Refusal that is for our own page, never for a redirect. */
export async function assertRecipient(clients: ClientStore, params: Params): Promise<Recipient> {
  const clientId = once(params, 'client_id')
  if (!clientId) throw invalidRequest('authorize.client', 'client_id is required, once.')
  const client = await clients.find(clientId)
  // Unknown, pending, rejected and disabled read alike: nobody learns who is registered.
  if (client?.status !== 'approved')
    throw invalidRequest('authorize.client', 'client_id must be that of an approved application.')
  const redirectUri = once(params, 'redirect_uri')
  if (!redirectUri) throw invalidRequest('authorize.redirect_uri', 'redirect_uri is required, once.')
  // Equality on the raw string: normalising would accept look-alikes (RFC 9700 §4.1.3).
  if (!client.redirectUris.includes(redirectUri))
    throw invalidRequest('authorize.redirect_uri', 'redirect_uri must be a registered one, character by character.')
  return { client, redirectUri }
}

/** Throws unless the client is of a kind that receives launches. Its redirect_uri is proven: this one travels. */
export function assertReceivesLaunches({ kind }: Client): void {
  if (kind === 'platform')
    throw new Refusal(
      'authorize.client',
      'unauthorized_client',
      'the application must be registered to receive launches.',
    )
}

const once = (params: Params, name: string) => (params.repeated.has(name) ? undefined : params.get(name))
