// The shared identity provider must be there to ask: an unavailable one does not use up the launch.
import type { Check } from '../check.ts'
import type { Given } from '../check-context.ts'
import { throwRefusal } from '../idp-error.ts'
import { newRoundTrip } from '../idp-transaction.ts'
import { usernamesOf } from '../user-match.ts'

/** Longest e-mail address (RFC 5321); a longer hint is dropped. */
const MAX_HINT_LENGTH = 254

type Needs = Given<'idp' | 'idpClient' | 'random' | 'log' | 'params' | 'prompt' | 'maxAge'> &
  Partial<Given<'jwt' | 'jti' | 'person'>>

export const idpReachable = {
  name: 'idp.reachable',
  prove: async ({ idp, idpClient, random, log, params, prompt, maxAge, jwt, jti, person }: Needs) => {
    // One provider serves the domain, so any hint falls back to it (conformance IDP-20).
    if (jwt?.claims['idp_hint'] !== undefined)
      log.info({ traceId: jti }, 'idp_hint names no other identity provider; the shared one is used')
    const hint = params.get('login_hint')
    // The hint is the person of the launch: a provider that has another person's session then asks (OpenID Connect Core
    // §3.1.2.1).
    const [ofLaunch] = person ? usernamesOf(person, idp.identifierSystem) : []
    const loginHint = ofLaunch ?? (hint && hint.length <= MAX_HINT_LENGTH ? hint : undefined)
    const roundTrip = newRoundTrip({ random })
    const loginUrl = await idpClient.loginUrl({ ...roundTrip, prompt, maxAge, loginHint }).catch(throwRefusal)
    return { roundTrip, loginUrl }
  },
  facts: ({ idp }: Needs) => ({ expected: { issuer: idp.issuer } }),
} satisfies Check
