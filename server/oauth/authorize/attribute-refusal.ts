// Assigns a refused authorize request to its launch, and tells whether a platform signed that launch. The signature is
// verified once per request, except when the platform may not (or no longer) launch: that is refused before the
// signature is looked at.
import type { Params } from '#lib/http/params.ts'
import { readUnverified, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import type { ClientKeys } from '../clients/client-keys.ts'
import { isSignedBy } from '../clients/signed-by-client.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import type { LaunchClaims } from './check-context.ts'
import { hasLaunchAudience } from './checks/launch-aud.ts'
import { isUsableJti } from './checks/launch-jti.ts'
import { verifyLaunchToken } from './checks.ts'

type Deps = Pick<OauthDeps, 'stores' | 'clock' | 'unprovenErrorsStay'> & Traced & { readonly clientKeys: ClientKeys }

interface Refused {
  readonly params: Params
  readonly app: Client
  /** The error that refused the request. */
  readonly error: unknown
  /** The launch, where it was verified before the refusal. */
  readonly launch: LaunchClaims | undefined
}

/** What a refused request showed of its launch. */
interface Shown {
  /** With AUTHORIZE_ERRORS=page (conformance AUZ-45): whether the launch is valid, regardless of other errors in the request. */
  readonly isProven: boolean
  /** The launch as far as its platform signed it for this app. */
  readonly signed: Pick<LaunchClaims, 'traceId'> | undefined
  /** Who launches for whom, as the token says, signed or not. */
  readonly said: { readonly platform: unknown; readonly sub: unknown }
}

/**
 * Adds the token's claims to the trace. Assigns the request to the launch only if its platform signed the token for
 * this app: so an expired launch is found in its own trace, and naming another launch's jti adds nothing to that trace.
 */
export async function attributeToLaunch(deps: Deps, { params, app, error, launch }: Refused): Promise<Shown> {
  const token = params.get('launch') ?? ''
  const jwt = noteClaims(deps, token)
  const said = { platform: jwt?.claims.iss, sub: jwt?.claims['sub'] }
  if (launch) return { isProven: true, signed: launch, said }
  const asksForProof = deps.unprovenErrorsStay && !params.repeated.has('launch') && !isOfLaunch(error)
  const proof = asksForProof ? await proofOf(deps, token, app) : { refusal: error }
  if ('launch' in proof) return { isProven: true, signed: proof.launch, said }
  const maySign = !isOfLaunch(proof.refusal, 'launch.signature')
  return { isProven: false, signed: maySign && jwt ? await attribute(deps, token, jwt, app) : undefined, said }
}

async function attribute(
  { stores, clientKeys, recorder }: Deps,
  token: string,
  jwt: UnverifiedJwt,
  app: Pick<Client, 'clientId'>,
): Promise<Shown['signed']> {
  const { iss, jti } = jwt.claims
  if (typeof iss !== 'string' || !isUsableJti(jti) || !hasLaunchAudience(jwt, app)) return undefined
  if (!(await isSignedBy(clientKeys, await stores.clients.find(iss), token, jwt))) return undefined
  recorder.launch(iss, jti)
  return { traceId: jti }
}

/** The launch of a valid token, whose trace the request is then assigned to; else the refusal of the token. */
async function proofOf(
  deps: Deps,
  token: string,
  app: Client,
): Promise<{ readonly launch: LaunchClaims } | { readonly refusal: Refusal }> {
  try {
    const { launch } = await verifyLaunchToken({ ...deps, recorder: NO_RECORDER }, token, app)
    deps.recorder.launch(launch.platform, launch.traceId)
    return { launch }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
}

function noteClaims({ recorder }: Traced, token: string): UnverifiedJwt | undefined {
  const jwt = readUnverified(token)
  if (jwt) recorder.subject({ ...aboutOf(jwt), task: jwt.claims['resource'] })
  return jwt
}

const aboutOf = ({ claims: { iss, jti, sub } }: UnverifiedJwt) => ({ jti, platform: iss, sub })

const isOfLaunch = (error: unknown, check = 'launch.') => error instanceof Refusal && error.check.startsWith(check)
