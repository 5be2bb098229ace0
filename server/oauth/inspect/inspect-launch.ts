// A dry run of authorize's checks on a launch token; consumes nothing.

import type { InspectedCheck } from '#lib/api/tools.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import type { Clock } from '#lib/clock.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import { readUnverified, singleAudience, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { prove } from '../authorize/check.ts'
import { launchAud } from '../authorize/checks/launch-aud.ts'
import { launchFormat } from '../authorize/checks/launch-format.ts'
import { launchIss } from '../authorize/checks/launch-iss.ts'
import { launchJti } from '../authorize/checks/launch-jti.ts'
import { launchTime } from '../authorize/checks/launch-time.ts'
import { LAUNCH_CONTEXT, type LaunchTokenDeps, verifyLaunchToken } from '../authorize/checks.ts'
import { keysText } from '../clients/client-keys.ts'
import type { ClaimCheck } from '../clients/first-claim-problem.ts'
import { reuseProblem } from '../clients/single-use.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import { allPass, failed, inspectClaims, inspectInOrder, notReached, passed } from './verdict.ts'

const UNUSED = 'launch.unused'
/** These checks look beyond the token. As at authorize, they run only for a token with a valid signature. */
const NAMES = ['launch.platform', 'launch.signature', ...LAUNCH_CONTEXT.map(({ name }) => name), UNUSED]
const APP = 'launch.app'

interface Context {
  readonly token: string
  /** The app that was launched. */
  readonly client: Pick<Client, 'clientId'>
  readonly clock: Clock
}

const RECEIVED = {
  'launch.format': ({ header }: UnverifiedJwt) => header,
  'launch.iss': ({ claims }: UnverifiedJwt) => claims['iss'],
  'launch.time': ({ claims: { iat, exp, nbf } }: UnverifiedJwt) => ({ iat, exp, nbf }),
  'launch.aud': ({ claims }: UnverifiedJwt) => claims['aud'],
  'launch.jti': ({ claims }: UnverifiedJwt) => claims['jti'],
}

/** Authorize's checks of header and claims, each on its own. */
const CLAIM_CHECKS = [launchFormat, launchIss, launchTime, launchAud, launchJti].map(
  ({ name, prove }): ClaimCheck<CheckName, Context> => ({
    name,
    received: RECEIVED[name],
    problem: (jwt, context) => problemOf(() => prove({ ...context, jwt })),
  }),
)

/** The expectation of the refusal that `assert` throws; undefined when it throws none. */
function problemOf(assert: () => unknown): string | undefined {
  try {
    assert()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.explanation.reason
    throw error
  }
}

type Deps = LaunchTokenDeps & Pick<OauthDeps, 'stores' | 'directory' | 'clock'>

export async function inspectLaunch(deps: Deps, token: string): Promise<readonly InspectedCheck[]> {
  const jwt = readUnverified(token)
  if (!jwt) return [failed('launch.jwt', problemOf(() => launchFormat.prove({ token })) ?? '', 'launch.format')]
  const clientId = (singleAudience(jwt.claims['aud']) ?? '').replace(/^Device\//, '')
  const client = await deps.stores.clients.find(clientId)
  const claims = [
    passed('launch.jwt'),
    ...inspectClaims(CLAIM_CHECKS, jwt, { token, client: { clientId }, clock: deps.clock }, (name) => name),
    inspectApp(client, jwt),
  ]
  if (!client || !allPass(claims)) return [...claims, ...NAMES.map(notReached)]
  return [...claims, ...(await inspectProof(deps, token, client))]
}

/** Checks that aud names an app that may receive this launch. Authorize tells every caller the same. */
function inspectApp(client: Client | undefined, { claims }: UnverifiedJwt): InspectedCheck {
  if (client?.status === 'approved' && receivesLaunches(client)) return passed(APP, claims['aud'])
  const expected = 'aud must name an approved app that receives launches.'
  return failed(APP, expected, 'authorize.client', claims['aud'])
}

/** The keys that would have been accepted, as a trace of the refused launch names them. */
async function keysOfSigner({ stores, clientKeys }: Deps, token: string): Promise<string> {
  const signer = await stores.clients.find(String(readUnverified(token)?.claims['iss']))
  return signer ? keysText(clientKeys.known(signer)) : ''
}

async function inspectProof(deps: Deps, token: string, client: Client): Promise<readonly InspectedCheck[]> {
  try {
    const { launch, jti, iat, exp } = await verifyLaunchToken(deps, token, client)
    await prove(LAUNCH_CONTEXT, { ...deps, launch, client })
    const expected = await reuseProblem(deps.stores, { kind: 'launch', issuer: launch.platform, jti, iat, exp })
    if (expected === undefined) return inspectInOrder(NAMES, undefined)
    return inspectInOrder(NAMES, { name: UNUSED, expected, error: 'launch.jti' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const name = error.check === 'launch.iss' ? 'launch.platform' : error.check
    const keys = name === 'launch.signature' ? ` ${await keysOfSigner(deps, token)}` : ''
    return inspectInOrder(NAMES, { name, expected: `${error.explanation.reason}${keys}`, error: error.check })
  }
}
