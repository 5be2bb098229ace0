// A dry run of authorize's checks on a launch token; consumes nothing.

import type { InspectedCheck } from '#lib/api/tools.ts'
import type { CheckName } from '#lib/checks/checks.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import { readUnverified, singleAudience, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { assertLaunchContext } from '../authorize/launch-context.ts'
import {
  assertAudience,
  assertFormat,
  assertJti,
  assertText,
  assertTime,
  type LaunchTokenDeps,
  verifyLaunchToken,
} from '../authorize/launch-token.ts'
import type { ClaimCheck } from '../clients/claim-check.ts'
import { reuseProblem } from '../clients/single-use.ts'
import type { OauthDeps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import { allPass, failed, inspectClaims, inspectInOrder, notReached, passed } from './verdict.ts'

/** These checks look beyond the token. As at authorize, they run only for a token with a valid signature. */
const PROOF = ['launch.platform', 'launch.signature']
const CONTEXT = ['launch.sub', 'launch.resource', 'launch.task', 'launch.definition', 'launch.patient', 'launch.intent']
const UNUSED = 'launch.unused'
const APP = 'launch.app'

interface Context {
  readonly token: string
  /** The app that was launched. */
  readonly app: Pick<Client, 'clientId'>
  /** Epoch milliseconds. */
  readonly now: number
}

/** Authorize's checks of header and claims, each on its own. */
const CLAIM_CHECKS: readonly ClaimCheck<CheckName, Context>[] = [
  {
    name: 'launch.format',
    received: ({ header }) => header,
    problem: (_, { token }) => problemOf(() => assertFormat(token)),
  },
  {
    name: 'launch.iss',
    received: ({ claims }) => claims['iss'],
    problem: (jwt) => problemOf(() => assertText(jwt, 'iss', 'launch.iss')),
  },
  {
    name: 'launch.time',
    received: ({ claims: { iat, exp, nbf } }) => ({ iat, exp, nbf }),
    problem: (jwt, { now }) => problemOf(() => assertTime(jwt, now)),
  },
  {
    name: 'launch.aud',
    received: ({ claims }) => claims['aud'],
    problem: (jwt, { app }) => problemOf(() => assertAudience(jwt, app)),
  },
  { name: 'launch.jti', received: ({ claims }) => claims['jti'], problem: (jwt) => problemOf(() => assertJti(jwt)) },
]

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
  if (!jwt) return [failed('launch.jwt', problemOf(() => assertFormat(token)) ?? '', 'launch.format')]
  const app = { clientId: (singleAudience(jwt.claims['aud']) ?? '').replace(/^Device\//, '') }
  const claims = [
    passed('launch.jwt'),
    ...inspectClaims(CLAIM_CHECKS, jwt, { token, app, now: deps.clock() }, (name) => name),
    await inspectApp(deps, app.clientId, jwt),
  ]
  if (!allPass(claims)) return [...claims, ...[...PROOF, ...CONTEXT, UNUSED].map(notReached)]
  return [...claims, ...(await inspectProof(deps, token, app))]
}

/** Checks that aud names an app that may receive this launch. Phase 1 of authorize tells every caller the same. */
async function inspectApp({ stores }: Deps, clientId: string, { claims }: UnverifiedJwt): Promise<InspectedCheck> {
  const client = await stores.clients.find(clientId)
  if (client?.status === 'approved' && receivesLaunches(client)) return passed(APP, claims['aud'])
  const expected = 'aud must name an approved app that receives launches.'
  return failed(APP, expected, 'authorize.client', claims['aud'])
}

async function inspectProof(
  deps: Deps,
  token: string,
  app: { readonly clientId: string },
): Promise<readonly InspectedCheck[]> {
  const names = [...PROOF, ...CONTEXT, UNUSED]
  try {
    const launch = await verifyLaunchToken(deps, token, app)
    const client = await deps.stores.clients.find(app.clientId)
    await assertLaunchContext(deps, { ...launch, traceId: launch.jti }, client ?? app)
    const expected = await reuseProblem(deps.stores, { kind: 'launch', issuer: launch.platform, ...launch })
    if (expected === undefined) return inspectInOrder(names, undefined)
    return inspectInOrder(names, { name: UNUSED, expected, error: 'launch.jti' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const name = error.check === 'launch.iss' ? 'launch.platform' : error.check
    return inspectInOrder(names, { name, expected: error.explanation.reason, error: error.check })
  }
}
