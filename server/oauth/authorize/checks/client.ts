// The client of an authorize request (RFC 6749 §4.1.1). Until it and its redirect_uri are proven, errors are shown on a
// page and never redirected (§4.1.2.1).
import { once } from '#lib/http/params.ts'
import { receivesLaunches as isLaunched } from '#lib/oauth/client-kind.ts'
import { invalidRequest, Refusal } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

type Needs = Given<'stores' | 'recorder' | 'params'>

/**
 * Unknown, pending, rejected and disabled clients get the same answer, so that it reveals nothing about registrations.
 */
export const client = {
  name: 'authorize.client',
  prove: async ({ stores, recorder, params }: Needs) => {
    const clientId = once(params, 'client_id')
    if (!clientId) throw invalidRequest('authorize.client', 'client_id must be sent exactly once.')
    const client = await stores.clients.find(clientId)
    if (client?.status !== 'approved') throw invalidRequest('authorize.client')
    recorder.subject({ clientId })
    return { client }
  },
  facts: ({ params }: Needs) => ({ received: { client_id: once(params, 'client_id') } }),
} satisfies Check

/** A platform only signs launches. Its redirect_uri is proven by now, so it is told. */
export const receivesLaunches = {
  name: 'authorize.client',
  isPart: true,
  prove: ({ client }: Given<'client'>) => {
    if (!isLaunched(client))
      throw new Refusal('authorize.client', 'unauthorized_client', 'the app must be registered to receive launches.')
  },
  facts: ({ client: { clientId, kind } }: Given<'client'>) => ({
    expected: { kind: ['module', 'both'] },
    received: { client_id: clientId, kind },
  }),
} satisfies Check
