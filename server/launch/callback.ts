// The redirect URI of the app: verifies state, issuer, code, tokens and identity before it starts a session (RFC 6749
// §4.1.2, RFC 9207, RFC 9700).
import type { JWTPayload } from 'jose'
import type { LaunchFailureName, OpenSession } from '#lib/api/launch-session.ts'
import { numericDate } from '#lib/clock.ts'
import type { Handler } from '#lib/http/handler.ts'
import { once, type Params, queryParams } from '#lib/http/params.ts'
import { readUnverified } from '#lib/oauth/jws.ts'
import { requestToken, TokenRequestError, type TokenResponse } from '#lib/oauth/token-request.ts'
import type { LaunchDeps } from './deps.ts'
import type { Outcomes } from './end-launch.ts'
import { LaunchFailure } from './failure.ts'
import { verifyIdToken } from './id-token.ts'
import { type LaunchContext, launchContext } from './launch-context.ts'
import { appState, type Pending, takePending } from './pending-launch.ts'
import { recordProgress } from './progress.ts'
import { type KeptOpen, SESSION_LIFETIME_S, type Sessions } from './session.ts'
import { misbehave } from './simulate.ts'
import { answerStep } from './step-by-step.ts'
import { unsolicitedResponsePage } from './unsolicited-response.ts'

/** Reads names for display; undefined when one is unavailable. */
export interface Names {
  readonly user: (iss: string, context: LaunchContext, launchId: string | undefined) => Promise<string | undefined>
  readonly portal: (iss: string, clientId: string, launchId: string | undefined) => Promise<string | undefined>
  /** The other app whose activity the task is an instance of; undefined for a task of this app, or of no known activity. */
  readonly otherApp: (iss: string, task: string, launchId: string | undefined) => Promise<OtherApp | undefined>
}

interface OtherApp {
  /** `Device/x` */
  readonly device: string
  readonly name: string
}

/** GET {redirect_uri} */
export const callback =
  (deps: LaunchDeps, outcomes: Outcomes, sessions: Sessions, names: Names): Handler =>
  async (request) => {
    const params = queryParams(request)
    const taken = await takeLaunch(deps, request, params)
    if (!taken) return unsolicitedResponsePage(request, await wayOn(deps, sessions, request)) // No session ends here, because anybody can send a browser to this address.
    const { pending, clearCookie } = taken
    const progress = recordProgress(deps.clock, pending.startedAt, pending.steps)
    const recorder = deps.tracing.begin('app.callback', request)
    recorder.correlatedBy('app-state', appState(deps, params.get('state') ?? ''))
    const trace = recorder.id()
    try {
      recorder.check(
        'app.iss',
        () => assertIssuer(params, pending),
        () => ({
          expected: { iss: pending.issRequired ? pending.issuer : [pending.issuer, undefined] },
          received: { iss: params.get('iss') },
        }),
      )
      const code = recorder.check('app.answer', () => readAnswer(params))
      progress.done('login', pending.issuer)
      progress.done('code', deps.redirectUri)
      const tokens = await recorder.check('app.token', () => exchange(deps, code, pending))
      recorder.answered(tokens)
      progress.done('token', pending.tokenEndpoint)
      const claims = await recorder.check(
        'app.id_token',
        () => verifyIdToken(deps, tokens.id_token, { ...pending, clientId: deps.clientId }),
        () => ({
          expected: { iss: pending.issuer, aud: deps.clientId, nonce: pending.nonce },
          received: claimsOf(tokens.id_token, deps),
        }),
      )
      progress.done('id_token', claims.sub)
      const context = await recorder.check('app.context', async () =>
        ofThisApp(deps, launchContext(pending.iss, claims, tokens), pending, names),
      )
      const [name, openedFrom] = await Promise.all([
        names.user(pending.iss, context, pending.launchId),
        foreignPortal(pending, names),
      ])
      progress.done('open', context.task)
      const facts = {
        name,
        openedFrom,
        expiresAt: numericDate(deps.clock()) + SESSION_LIFETIME_S,
        steps: progress.steps(),
        trace,
      }
      const opened = await outcomes.opened(request, openSession(pending, claims, context, facts), {
        clearCookie,
        sid: typeof claims['sid'] === 'string' ? claims['sid'] : undefined,
      })
      return recorder.end(pending.stepwise ? answerStep(deps, request, { params, pending, tokens, opened }) : opened)
    } catch (error) {
      const returned = { clearCookie, person: pending.person }
      const openedFrom = await foreignPortal(pending, names)
      return outcomes.failed(request, { progress, recorder, error, trace, openedFrom, returned })
    }
  }

/** The next page after a repeated answer: the task that the first answer opened. */
async function wayOn({ publicUrl, path }: LaunchDeps, sessions: Sessions, request: Request) {
  const isOpen = (await sessions.find(request))?.session.status === 'open'
  return { isOpen, goOn: `${publicUrl}${isOpen ? `${path}/app` : '/portal'}` }
}

/** For the trace: the unverified claims of the id_token, beside the expected ones. */
function claimsOf(idToken: string, { clock }: Pick<LaunchDeps, 'clock'>) {
  const { iss, aud, nonce, exp, iat } = readUnverified(idToken)?.claims ?? {}
  return { iss, aud, nonce, exp, iat, now: numericDate(clock()) }
}

/** The single code of a success response. */
function readAnswer(params: Params): string {
  assertNoError(params)
  return readCode(params)
}

function takeLaunch(deps: LaunchDeps, request: Request, params: Params) {
  const state = once(params, 'state')
  return state ? takePending(deps, request, state) : undefined
}

/** RFC 9207 §2.4: an answer without the right issuer is refused before any token request. */
function assertIssuer(params: Params, { issuer, issRequired }: Pending): void {
  const iss = params.get('iss')
  if (params.repeated.has('iss') || (iss === undefined ? issRequired : iss !== issuer))
    throw new LaunchFailure('login', 'issuer_mismatch')
}

function assertNoError(params: Params): void {
  const error = params.get('error')
  if (error === undefined) return
  const errorDescription = params.get('error_description')
  throw new LaunchFailure(stepOf(errorDescription), failureOf(error, errorDescription), {
    error,
    errorDescription,
    errorUri: params.get('error_uri'),
  })
}

/**
 * The step at which the server refused: the request itself, before any log-in, or the person who logged in. Its
 * description starts with the name of the check.
 */
const stepOf = (description: string | undefined): 'authorize' | 'login' =>
  /^(authorize|launch)\./.test(description ?? '') ? 'authorize' : 'login'

/**
 * access_denied means the wrong person, a cancelled log-in, or a launch that is refused whoever logs in. The server's description
 * starts with the name of its check.
 */
function failureOf(error: string, description = ''): LaunchFailureName {
  if (description.startsWith('launch.patient:')) return 'wrong_patient'
  if (error !== 'access_denied' || stepOf(description) === 'authorize') return 'refused'
  return description.startsWith('idp.login') ? 'cancelled' : 'wrong_user'
}

function readCode(params: Params): string {
  const code = once(params, 'code')
  if (!code) throw new LaunchFailure('code', 'refused', { cause: 'no single code' })
  return code
}

async function exchange(
  deps: LaunchDeps,
  code: string,
  { tokenEndpoint, codeVerifier, simulate }: Pending,
): Promise<TokenResponse & { readonly id_token: string }> {
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: deps.redirectUri,
    code_verifier: codeVerifier,
  }
  try {
    const { id_token, ...tokens } = await requestToken(deps, tokenEndpoint, grant)
    await misbehave(deps, simulate, tokenEndpoint, grant)
    if (id_token) return { ...tokens, id_token }
  } catch (cause) {
    if (!(cause instanceof TokenRequestError)) throw cause
    const { error, errorDescription, errorUri } = cause
    throw new LaunchFailure('token', 'token_failed', { error, errorDescription, errorUri, cause })
  }
  throw new LaunchFailure('token', 'token_failed', { cause: 'no id_token in the token response' })
}

/**
 * The context, unless its task is one of another app. Only an app's own activity is ever named as `definition`
 * (conformance LTK-10), so the task is looked at where none is. Throws LaunchFailure.
 */
async function ofThisApp(
  { clientId }: LaunchDeps,
  context: LaunchContext,
  { iss, launchId }: Pending,
  names: Names,
): Promise<LaunchContext> {
  const other = context.definition === undefined ? await names.otherApp(iss, context.task, launchId) : undefined
  if (!other) return context
  throw new LaunchFailure('open', 'other_app', {
    app: other.name,
    cause: `${context.task} is of ${other.device}, not of Device/${clientId}`,
  })
}

/** The portal of another site that began the launch; undefined for the one of this site, and when the browser does not say. */
async function foreignPortal({ iss, portal, launchedFrom, launchId }: Pending, names: Names) {
  if (portal === undefined || launchedFrom === undefined || launchedFrom === 'same-origin') return undefined
  return (await names.portal(iss, portal, launchId)) ?? portal
}

interface SessionFacts {
  readonly name: string | undefined
  readonly openedFrom: string | undefined
  readonly expiresAt: number
  readonly steps: OpenSession['steps']
  readonly trace: string | undefined
}

const openSession = (
  { iss, launchedFrom, launchId }: Pending,
  claims: JWTPayload & { readonly sub: string },
  context: LaunchContext,
  { name, openedFrom, expiresAt, steps, trace }: SessionFacts,
): KeptOpen => ({
  status: 'open',
  iss,
  ...context,
  ...(name ? { userName: name } : {}),
  sub: claims.sub,
  ...(typeof claims['fhirUser'] === 'string' ? { fhirUser: claims['fhirUser'] } : {}),
  idToken: shownClaims(claims),
  ...(openedFrom ? { openedFrom } : {}),
  ...(launchedFrom ? { launchedFrom } : {}),
  steps,
  ...(trace ? { trace } : {}),
  ...(launchId ? { launchId } : {}),
  expiresAt,
})

/** Claims that the page shows under "what I received". The nonce is left out: it is no longer needed. */
const SHOWN = ['iss', 'sub', 'aud', 'azp', 'exp', 'iat', 'auth_time', 'fhirUser', 'role', 'acr', 'amr', 'jti']

const shownClaims = (claims: JWTPayload): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => SHOWN.includes(name)))
