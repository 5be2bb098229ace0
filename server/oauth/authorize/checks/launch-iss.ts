// The iss of a launch token: a platform that may launch.
import { signsLaunches } from '#lib/oauth/client-kind.ts'
import { isSignedBy } from '../../clients/signed-by-client.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Client } from '../../store.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { requiredClaim } from '../launch-claim-readers.ts'

export const launchIss = {
  name: 'launch.iss',
  isPart: true,
  prove: ({ jwt }: Given<'jwt'>) => ({ platform: requiredClaim(jwt, 'iss', 'launch.iss') }),
} satisfies Check

type Needs = Given<'stores' | 'clientKeys' | 'token' | 'jwt' | 'platform'>

/** Verifies the signature, too, before it refuses: so its time tells nothing about registrations. */
export const launchPlatform = {
  name: 'launch.iss',
  prove: async ({ stores, clientKeys, token, jwt, platform: issuer }: Needs) => {
    const signer = await stores.clients.find(issuer)
    const isSigned = await isSignedBy(clientKeys, signer, token, jwt)
    if (!signer || !mayLaunch(signer)) throw invalidRequest('launch.iss')
    return { signer, isSigned }
  },
  facts: ({ platform }: Needs) => ({ received: { iss: platform } }),
} satisfies Check

/** True when the client may launch apps now. */
export const mayLaunch = (client: Pick<Client, 'status' | 'kind'>): boolean =>
  client.status === 'approved' && signsLaunches(client)
