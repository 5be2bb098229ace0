// The aud of a launch token: the app that shows it.
import { singleAudience, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Client } from '../../store.ts'
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'

type Needs = Given<'jwt'> & { readonly client: Pick<Client, 'clientId'> }

export const launchAud = {
  name: 'launch.aud',
  prove: ({ jwt, client }: Needs) => {
    if (!hasLaunchAudience(jwt, client)) throw invalidRequest('launch.aud')
  },
  facts: ({ jwt, client }: Needs) => ({
    expected: { aud: audiencesOf(client) },
    received: { aud: jwt.claims['aud'] },
  }),
} satisfies Check

/** The names of an app in the aud of its launches. */
const audiencesOf = ({ clientId }: Pick<Client, 'clientId'>) => [`Device/${clientId}`, clientId]

/** True when the token's audience is the app, by either of its names. */
export const hasLaunchAudience = ({ claims }: UnverifiedJwt, app: Pick<Client, 'clientId'>): boolean =>
  audiencesOf(app).includes(singleAudience(claims['aud']) ?? '')
