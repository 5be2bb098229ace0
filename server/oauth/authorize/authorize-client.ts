// Phase 1 of an authorize request: the client and its redirect_uri. Until both are proven, errors are shown on a page and never
// redirected (RFC 6749 §4.1.2.1).

import type { Params } from '#lib/http/params.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { invalidRequest, Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'

export interface Recipient {
  readonly client: Client
  /** A registered redirect_uri of the client, exactly as sent. */
  readonly redirectUri: string
}

/** The client and its proven redirect_uri. Throws a Refusal that is shown on our own page, never redirected. */
export async function assertRecipient(deps: Pick<OauthDeps, 'stores'> & Traced, params: Params): Promise<Recipient> {
  const clientId = once(params, 'client_id')
  const client = await deps.recorder.check(
    'authorize.client',
    () => findApproved(deps, clientId),
    () => ({ received: { client_id: clientId } }),
  )
  deps.recorder.subject({ clientId: client.clientId })
  const sent = once(params, 'redirect_uri')
  const redirectUri = deps.recorder.check(
    'authorize.redirect_uri',
    () => registeredUri(client, sent),
    () => ({ expected: { redirect_uri: client.redirectUris }, received: { redirect_uri: sent } }),
  )
  return { client, redirectUri }
}

/**
 * Unknown, pending, rejected and disabled clients get the same answer, so that it reveals nothing about registrations.
 */
async function findApproved({ stores }: Pick<OauthDeps, 'stores'>, clientId: string | undefined): Promise<Client> {
  if (!clientId) throw invalidRequest('authorize.client', 'client_id must be sent exactly once.')
  const client = await stores.clients.find(clientId)
  if (client?.status === 'approved') return client
  throw invalidRequest('authorize.client')
}

/** Equality on the raw string: normalising would accept look-alikes (RFC 9700 §4.1.3). */
function registeredUri({ redirectUris }: Client, redirectUri: string | undefined): string {
  if (!redirectUri) throw invalidRequest('authorize.redirect_uri', 'redirect_uri must be sent exactly once.')
  if (redirectUris.includes(redirectUri)) return redirectUri
  throw invalidRequest('authorize.redirect_uri')
}

/** Throws unless this kind of client receives launches. The redirect_uri is proven by now, so the error is redirected. */
export function assertReceivesLaunches({ recorder }: Traced, client: Client): void {
  recorder.precheck(
    'authorize.client',
    () => {
      if (!receivesLaunches(client))
        throw new Refusal('authorize.client', 'unauthorized_client', 'the app must be registered to receive launches.')
    },
    () => ({ expected: { kind: ['module', 'both'] }, received: { client_id: client.clientId, kind: client.kind } }),
  )
}

const once = (params: Params, name: string) => (params.repeated.has(name) ? undefined : params.get(name))
