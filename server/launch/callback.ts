// The browser comes back: state, issuer, code, tokens, identity, and only then a session (RFC 6749 §4.1.2, RFC 9207, RFC 9700).
import type { JWTPayload } from 'jose'
import type { OpenSession } from '#lib/api/launch-session.ts'
import { numericDate } from '#lib/clock.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Params, queryParams } from '#lib/http/params.ts'
import { requestToken, TokenRequestError, type TokenResponse } from '#lib/oauth/token-request.ts'
import { type LaunchContext, launchContext } from './context.ts'
import type { LaunchDeps } from './deps.ts'
import { LaunchFailure } from './failure.ts'
import { verifyIdToken } from './id-token.ts'
import type { Outcomes } from './outcome.ts'
import { type Pending, takePending } from './pending.ts'
import { recordProgress } from './progress.ts'
import { SESSION_LIFETIME_S } from './session.ts'
import { strayAnswerPage } from './stray-answer.ts'

/** Reads the name of a user for the screen; undefined when it cannot be had. */
type UserName = (iss: string, user: string) => Promise<string | undefined>

/** GET {redirect_uri} */
export const callback =
  (deps: LaunchDeps, outcomes: Outcomes, userName: UserName): Handler =>
  async (request) => {
    const params = queryParams(request)
    const taken = takeLaunch(deps, request, params)
    if (!taken) return strayAnswerPage(request) // Not ours to end a session by: anybody can send a browser here.
    const { pending, clearCookie } = taken
    const progress = recordProgress(deps.clock, pending.startedAt, pending.steps)
    try {
      assertIssuer(params, pending)
      assertNoError(params)
      progress.done('login', pending.issuer)
      const code = readCode(params)
      progress.done('code', deps.redirectUri)
      const tokens = await exchange(deps, code, pending)
      progress.done('token', pending.tokenEndpoint)
      const claims = await verifyIdToken(deps, tokens.id_token, { ...pending, clientId: deps.clientId })
      progress.done('id_token', claims.sub)
      const context = launchContext(pending.iss, claims, tokens)
      const name = await userName(pending.iss, context.user)
      progress.done('open', context.task)
      const facts = { name, expiresAt: numericDate(deps.clock()) + SESSION_LIFETIME_S, steps: progress.steps() }
      return outcomes.opened(request, openSession(pending, claims, context, facts), clearCookie)
    } catch (error) {
      return outcomes.failed(request, progress, error, clearCookie)
    }
  }

function takeLaunch(deps: LaunchDeps, request: Request, params: Params) {
  const state = params.get('state')
  return state && !params.repeated.has('state') ? takePending(deps, request, state) : undefined
}

/** RFC 9207 §2.4: an answer of another issuer, or of an unknown one, is not worth a call. */
function assertIssuer(params: Params, { issuer, issRequired }: Pending): void {
  const iss = params.get('iss')
  if (params.repeated.has('iss') || (iss === undefined ? issRequired : iss !== issuer))
    throw new LaunchFailure('login', 'issuer_mismatch')
}

function assertNoError(params: Params): void {
  const error = params.get('error')
  if (error === undefined) return
  throw new LaunchFailure('login', error === 'access_denied' ? 'wrong_user' : 'refused', {
    error,
    errorDescription: params.get('error_description'),
    errorUri: params.get('error_uri'),
  })
}

function readCode(params: Params): string {
  const code = params.get('code')
  if (!code || params.repeated.has('code')) throw new LaunchFailure('code', 'refused', { cause: 'no single code' })
  return code
}

async function exchange(
  deps: LaunchDeps,
  code: string,
  { tokenEndpoint, codeVerifier }: Pending,
): Promise<TokenResponse & { readonly id_token: string }> {
  const grant = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: deps.redirectUri,
    code_verifier: codeVerifier,
  }
  try {
    const { id_token, ...tokens } = await requestToken(deps, tokenEndpoint, grant)
    if (id_token) return { ...tokens, id_token }
  } catch (cause) {
    if (!(cause instanceof TokenRequestError)) throw cause
    const { error, errorDescription, errorUri } = cause
    throw new LaunchFailure('token', 'token_failed', { error, errorDescription, errorUri, cause })
  }
  throw new LaunchFailure('token', 'token_failed', { cause: 'no id_token in the token response' })
}

interface SessionFacts {
  readonly name: string | undefined
  readonly expiresAt: number
  readonly steps: OpenSession['steps']
}

const openSession = (
  { iss, launchedFrom }: Pending,
  claims: JWTPayload & { readonly sub: string },
  context: LaunchContext,
  { name, expiresAt, steps }: SessionFacts,
): OpenSession => ({
  status: 'open',
  iss,
  ...context,
  ...(name ? { userName: name } : {}),
  sub: claims.sub,
  ...(typeof claims['fhirUser'] === 'string' ? { fhirUser: claims['fhirUser'] } : {}),
  idToken: shownClaims(claims),
  ...(launchedFrom ? { launchedFrom } : {}),
  steps,
  expiresAt,
})

/** Claims that the page shows under "what I received"; the nonce has done its work. */
const SHOWN = ['iss', 'sub', 'aud', 'azp', 'exp', 'iat', 'auth_time', 'fhirUser', 'role', 'acr', 'amr', 'jti']

const shownClaims = (claims: JWTPayload): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => SHOWN.includes(name)))
