// Whose launch a refused authorize request is of, and whether a platform signed it at all. The signature of a launch is
// looked at once in a request, but for that of a platform which may not launch (any more): its refusal tells nothing of it.
import type { Params } from '#lib/http/params.ts'
import { readUnverified, type UnverifiedJwt } from '#lib/oauth/jws.ts'
import { NO_TRAIL } from '#lib/trace/trace.ts'
import { Refusal } from '../check.ts'
import type { ClientKeys } from '../clients/client-keys.ts'
import { hasSignatureOf } from '../clients/signed-by-client.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import type { Client } from '../store.ts'
import { hasLaunchAudience, isUsableJti, type VerifiedLaunch, verifyLaunchToken } from './launch-token.ts'

type Deps = Pick<OauthDeps, 'stores' | 'clock' | 'unprovenErrorsStay'> & Traced & { readonly clientKeys: ClientKeys }

interface Refused {
  readonly params: Params
  readonly app: Pick<Client, 'clientId'>
  /** What refused the request. */
  readonly error: unknown
  /** The launch, where it was verified before something else was refused. */
  readonly verified: VerifiedLaunch | undefined
}

/**
 * Notes what the token claims, and puts the request with the launch only where its platform signed the token for this app: an
 * expired launch is found where it began, and nobody writes into a launch by naming its jti. Where errors stay here until the launch
 * is proven (conformance AUZ-45): whether it is, whatever else is wrong with the request.
 */
export async function attributeToLaunch(deps: Deps, { params, app, error, verified }: Refused): Promise<boolean> {
  const token = params.get('launch') ?? ''
  const jwt = noteClaims(deps, token)
  if (verified) return true
  const asksForProof = deps.unprovenErrorsStay && !params.repeated.has('launch') && !isOfLaunch(error)
  const refusal = asksForProof ? await refusalOf(deps, token, app) : error
  if (refusal === undefined) return true
  if (jwt && !isOfLaunch(refusal, 'launch.signature')) await attribute(deps, token, jwt, app)
  return false
}

async function attribute(
  { stores, clientKeys, trail }: Deps,
  token: string,
  jwt: UnverifiedJwt,
  app: Pick<Client, 'clientId'>,
): Promise<void> {
  const { iss, jti } = jwt.claims
  if (typeof iss !== 'string' || !isUsableJti(jti) || !hasLaunchAudience(jwt, app)) return
  if (await hasSignatureOf(clientKeys, await stores.clients.find(iss), token, jwt)) trail.launch(iss, jti)
}

/** What refuses the token; undefined for a good one, in whose trace the request is then. */
async function refusalOf(deps: Deps, token: string, app: Pick<Client, 'clientId'>): Promise<Refusal | undefined> {
  try {
    const { platform, jti } = await verifyLaunchToken({ ...deps, trail: NO_TRAIL }, token, app)
    deps.trail.launch(platform, jti)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function noteClaims({ trail }: Traced, token: string): UnverifiedJwt | undefined {
  const jwt = readUnverified(token)
  if (jwt) trail.subject({ ...aboutOf(jwt), task: jwt.claims['resource'] })
  return jwt
}

const aboutOf = ({ claims: { iss, jti, sub } }: UnverifiedJwt) => ({ jti, platform: iss, sub })

const isOfLaunch = (error: unknown, check = 'launch.') => error instanceof Refusal && error.check.startsWith(check)
