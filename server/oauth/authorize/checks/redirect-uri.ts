// The redirect_uri of an authorize request: from here on, the app is told of errors.
import { once } from '#lib/http/params.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { returnableState } from './params.ts'

type Needs = Given<'params' | 'client' | 'recorder'>

/** Equality on the raw string: normalising would accept look-alikes (RFC 9700 §4.1.3). */
export const redirectUri = {
  name: 'authorize.redirect_uri',
  prove: ({ params, client: { clientId, redirectUris }, recorder }: Needs) => {
    const redirectUri = once(params, 'redirect_uri')
    if (!redirectUri) throw invalidRequest('authorize.redirect_uri', 'redirect_uri must be sent exactly once.')
    if (!redirectUris.includes(redirectUri)) throw invalidRequest('authorize.redirect_uri')
    // Earlier and later requests of the app with the same state belong to the same trace.
    const state = returnableState(params)
    if (state) recorder.correlate('app-state', `${clientId} ${state}`)
    return { redirectUri }
  },
  facts: ({ params, client }: Needs) => ({
    expected: { redirect_uri: client.redirectUris },
    received: { redirect_uri: once(params, 'redirect_uri') },
  }),
} satisfies Check
