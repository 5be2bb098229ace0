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
import { hasLaunchAudience } from './checks/launch-aud.ts'
import { isUsableJti } from './checks/launch-jti.ts'
import { verifyLaunchToken } from './checks.ts'

type Deps = Pick<OauthDeps, 'stores' | 'clock' | 'unprovenErrorsStay'> & Traced & { readonly clientKeys: ClientKeys }

interface Refused {
  readonly params: Params
  readonly app: Client
  /** The error that refused the request. */
  readonly error: unknown
  /** True when the launch was verified before the refusal. */
  readonly isVerified: boolean
}

/**
 * Adds the token's claims to the trace. Assigns the request to the launch only if its platform signed the token for
 * this app: so an expired launch is found in its own trace, and naming another launch's jti adds nothing to that trace.
 * With AUTHORIZE_ERRORS=page (conformance AUZ-45), returns whether the launch is proven, regardless of other errors in
 * the request.
 */
export async function attributeToLaunch(deps: Deps, { params, app, error, isVerified }: Refused): Promise<boolean> {
  const token = params.get('launch') ?? ''
  const jwt = noteClaims(deps, token)
  if (isVerified) return true
  const asksForProof = deps.unprovenErrorsStay && !params.repeated.has('launch') && !isOfLaunch(error)
  const refusal = asksForProof ? await refusalOf(deps, token, app) : error
  if (refusal === undefined) return true
  if (jwt && !isOfLaunch(refusal, 'launch.signature')) await attribute(deps, token, jwt, app)
  return false
}

async function attribute(
  { stores, clientKeys, recorder }: Deps,
  token: string,
  jwt: UnverifiedJwt,
  app: Pick<Client, 'clientId'>,
): Promise<void> {
  const { iss, jti } = jwt.claims
  if (typeof iss !== 'string' || !isUsableJti(jti) || !hasLaunchAudience(jwt, app)) return
  if (await isSignedBy(clientKeys, await stores.clients.find(iss), token, jwt)) recorder.launch(iss, jti)
}

/** The refusal of the token. Undefined for a valid token; the request is then assigned to its trace. */
async function refusalOf(deps: Deps, token: string, app: Client): Promise<Refusal | undefined> {
  try {
    const { platform, traceId } = (await verifyLaunchToken({ ...deps, recorder: NO_RECORDER }, token, app)).launch
    deps.recorder.launch(platform, traceId)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
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
