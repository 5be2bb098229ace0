// The launch endpoint: verifies the issuer, finds its authorization server, redirects the browser there (SMART App Launch 2.2, "EHR
// launch").

import { FETCH_SITES } from '#lib/api/launch-words.ts'
import { isResourceId } from '#lib/fhir/reference.ts'
import type { Handler } from '#lib/http/handler.ts'
import { formParams, type Params, queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { isSameBase } from '#lib/http/web-url.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import { withQuery } from '#lib/oauth/oauth-error.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { readSmartConfiguration, type SmartConfiguration } from '#lib/oauth/smart-configuration.ts'
import { STEPS_FIELD, STEPS_ON } from '#lib/trace-view/step-page.ts'
import type { LaunchDeps } from './deps.ts'
import type { Outcomes } from './end-launch.ts'
import { LaunchFailure } from './failure.ts'
import { appState, keepPending, newState } from './pending-launch.ts'
import { recordProgress } from './progress.ts'
import type { Sessions } from './session.ts'
import { askedRedirectUri, keptVerifier, simulated } from './simulate.ts'
import { authorizeStep, goesStepByStep } from './step-by-step.ts'

const SCOPE = 'launch openid fhirUser'
/** Longest launch token that is forwarded, in characters (conformance LTK-15). */
const LONGEST_LAUNCH = 8 * 1024

/** A SMART configuration with everything that a launch needs. */
type Server = { readonly [Name in keyof SmartConfiguration]-?: Exclude<SmartConfiguration[Name], undefined> }

/** GET and POST /launch with `iss` and `launch`. */
export const receive =
  (deps: LaunchDeps, outcomes: Outcomes, sessions: Sessions): Handler =>
  async (request) => {
    const progress = recordProgress(deps.clock)
    const recorder = deps.tracing.begin('app.launch', request)
    recorder.subject({ clientId: deps.clientId })
    try {
      const params = await recorder.precheck('app.launch', () => parametersOf(request))
      recorder.sent(Object.fromEntries(params.entries))
      const { iss, launch } = recorder.check(
        'app.launch',
        () => trustedLaunch(deps, params),
        () => ({ expected: { iss: deps.trustedIss }, received: { iss: params.get('iss') } }),
      )
      const simulate = simulated(deps, params)
      const stepwise = goesStepByStep(deps, params)
      progress.done('launch', iss)
      const server = await recorder.check('app.discovery', () => discover(deps, iss))
      progress.done('discover', server.issuer)
      const secrets = { state: newState(deps), nonce: deps.random.token(), codeVerifier: deps.random.token() }
      progress.done('authorize', server.authorization_endpoint)
      recorder.correlatedBy('app-state', appState(deps, secrets.state))
      const cookies = await keepPending(deps, request, secrets.state, {
        iss,
        issuer: server.issuer,
        // Required by RFC 9207 §2.4. Also required when several servers are trusted: an answer without iss could come
        // from any of them.
        issRequired: server.authorization_response_iss_parameter_supported || deps.trustedIss.length > 1,
        tokenEndpoint: server.token_endpoint,
        jwksUri: server.jwks_uri,
        codeVerifier: keptVerifier(deps, secrets.codeVerifier, simulate),
        nonce: secrets.nonce,
        launchId: launchId(launch),
        person: claimedPerson(launch),
        portal: claimedPortal(launch),
        launchedFrom: launchedFrom(request),
        simulate,
        stepwise,
        startedAt: progress.startedAt,
        steps: progress.steps(),
      })
      const prompt = (await metWrongUser(sessions, request)) ? 'login' : undefined
      const headers = new Headers()
      for (const cookie of cookies) headers.append('set-cookie', cookie)
      const redirectUri = askedRedirectUri(deps, simulate)
      const address = authorizeUrl(deps, server, { iss, launch, redirectUri, prompt, stepwise, ...secrets })
      return recorder.end(
        stepwise ? authorizeStep(deps, request, address, cookies) : respondRedirect(request, address, headers),
      )
    } catch (error) {
      return outcomes.failed(request, { progress, recorder, error })
    }
  }

interface Authorize {
  readonly redirectUri: string
  readonly iss: string
  readonly launch: string
  readonly prompt: string | undefined
  readonly stepwise: boolean
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The authorize request (SMART App Launch 2.2 "EHR launch"; nonce by OpenID Connect Core §3.1.2.1). */
const authorizeUrl = (
  { clientId }: LaunchDeps,
  { authorization_endpoint }: Server,
  { redirectUri, iss, launch, prompt, stepwise, state, nonce, codeVerifier }: Authorize,
): string =>
  withQuery(authorization_endpoint, {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    aud: iss,
    launch,
    code_challenge: codeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    nonce,
    ...(prompt ? { prompt } : {}),
    ...(stepwise ? { [STEPS_FIELD]: STEPS_ON } : {}),
  })

/**
 * True when this browser's last launch ended with another person's log-in. The identity provider still has that
 * person's session, so the next launch asks for a new log-in (OpenID Connect Core §3.1.2.1). That works with any
 * provider, and without a log-out.
 */
async function metWrongUser(sessions: Sessions, request: Request): Promise<boolean> {
  const last = (await sessions.find(request))?.session
  return last?.status === 'failed' && last.failure === 'wrong_user'
}

async function parametersOf(request: Request): Promise<Params> {
  if (request.method !== 'POST') return queryParams(request)
  const form = await formParams(request)
  if (typeof form === 'string') throw new LaunchFailure('launch', 'missing_parameter', { cause: form })
  return form
}

function launchParameters(params: Params): { readonly iss: string; readonly launch: string } {
  const iss = params.get('iss')
  const launch = params.get('launch')
  const repeated = params.repeated.has('iss') || params.repeated.has('launch')
  if (!iss || !launch || repeated || launch.length > LONGEST_LAUNCH)
    throw new LaunchFailure('launch', 'missing_parameter')
  return { iss, launch }
}

/** Runs before anything is fetched, because the sender chooses the address. */
function trustedLaunch(deps: LaunchDeps, params: Params) {
  const found = launchParameters(params)
  if (!isTrusted(deps, found.iss)) throw new LaunchFailure('launch', 'unknown_iss')
  return found
}

/** True for a FHIR base whose launches the app accepts (conformance APP-02). */
export const isTrusted = ({ trustedIss }: Pick<LaunchDeps, 'trustedIss'>, iss: string): boolean =>
  trustedIss.some((trusted) => isSameBase(trusted, iss))

/** Finds the authorization server of this launch from its FHIR base. */
async function discover({ fetch }: LaunchDeps, iss: string): Promise<Server> {
  const found = await readSmartConfiguration(fetch, iss).catch((cause: unknown) => {
    throw new LaunchFailure('discover', 'discovery_failed', { cause })
  })
  const { issuer, jwks_uri, authorization_endpoint, token_endpoint } = found
  if (!issuer || !jwks_uri || !authorization_endpoint)
    throw new LaunchFailure('discover', 'discovery_failed', {
      cause: 'issuer, jwks_uri or authorization_endpoint missing',
    })
  const authorization_response_iss_parameter_supported = found.authorization_response_iss_parameter_supported ?? false
  return { issuer, jwks_uri, authorization_endpoint, token_endpoint, authorization_response_iss_parameter_supported }
}

/**
 * The unverified jti of the launch token, which the authorization server will verify. Later requests send it as
 * X-Trace-Id (HTI 2.0).
 */
function launchId(launch: string): string | undefined {
  const jti = readUnverified(launch)?.claims['jti']
  return typeof jti === 'string' && /^[\x21-\x7E]{8,255}$/.test(jti) ? jti : undefined
}

/** The unverified subject of the launch token. */
function claimedPerson(launch: string): string | undefined {
  const sub = readUnverified(launch)?.claims['sub']
  return typeof sub === 'string' ? sub.slice(0, LONGEST_PERSON) : undefined
}

/** The unverified issuer of the launch token. */
function claimedPortal(launch: string): string | undefined {
  const iss = readUnverified(launch)?.claims['iss']
  return typeof iss === 'string' && isResourceId(iss) ? iss : undefined // It is the id of a Device, too.
}

/** Longest `Type/id`, in characters. */
const LONGEST_PERSON = 100

const launchedFrom = (request: Request) => FETCH_SITES.find((site) => site === request.headers.get('sec-fetch-site'))
