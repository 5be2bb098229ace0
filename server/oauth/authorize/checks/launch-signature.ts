// The signature of a launch token, by a registered key of its platform. With it, the launch is proven.
import { kidHint } from '../../clients/signed-by-client.ts'
import { invalidRequest } from '../../refusal.ts'
import type { Check } from '../check.ts'
import type { Given, LaunchClaims } from '../check-context.ts'

type Needs = Given<'recorder' | 'clientKeys' | 'jwt' | 'platform' | 'jti' | 'signer' | 'isSigned'>

export const launchSignature = {
  name: 'launch.signature',
  prove: ({ recorder, jwt, jti, platform, isSigned }: Needs) => {
    const hint = kidHint(jwt)
    if (!isSigned)
      throw invalidRequest(
        'launch.signature',
        hint ? `the token must be signed with a registered key.${hint}` : undefined,
      )
    recorder.launch(platform, jti)
    const { sub, resource, definition, patient, intent } = jwt.claims
    const launch: LaunchClaims = { platform, traceId: jti, sub, resource, definition, patient, intent }
    return { launch }
  },
  /** The keys that would be accepted, the header received, whether it verifies, and why other keys were not used. */
  facts: ({ clientKeys, signer, isSigned, jwt: { header } }: Needs) => {
    const { refused, jwks_problem, ...expected } = clientKeys.known(signer)
    const { kid, alg, typ, jku } = header
    return {
      expected,
      received: {
        kid,
        alg,
        typ,
        verifies: isSigned,
        ...(jku === undefined ? {} : { jku }),
        ...(refused ? { refused } : {}),
        ...(jwks_problem ? { jwks_problem } : {}),
      },
    }
  },
} satisfies Check
