// The authorization endpoint: answers at once for a logged-in person, otherwise shows the login page (OIDC Core
// §3.1.2).

import type { Bulkhead } from '#lib/async/bulkhead.ts'
import { MINUTE, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import { queryParams, URL_LIMIT, withValues } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { OAuthError, oauthErrorRedirect, withQuery } from '#lib/oauth/oauth-error.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import { endpointsOf, type IdpDeps } from '../deps.ts'
import { endpoint } from '../endpoint.ts'
import { readForm } from '../form.ts'
import { endInteraction, findInteraction, startInteraction } from '../interaction.ts'
import { oneClickLogin } from '../login/one-click.ts'
import { Refusal } from '../refusal.ts'
import { answersFor, findSession, isMadeFor, type LoginSession, wantsNewLogin } from '../session.ts'
import type { AuthenticationRequest } from '../store.ts'
import { authenticationRequest, KNOWN_PARAMETERS, responseTarget, stateOf } from './authentication-request.ts'

/** One redirect; RFC 6749 §4.1.2 advises at most ten minutes. */
const CODE_LIFETIME_MS = MINUTE

/**
 * The handler of {issuer}/authorize: GET and POST for relying parties, GET with `interaction` after a log-in. HEAD runs
 * the same checks, but returns nothing secret and consumes nothing (RFC 9110 §9.2.1).
 */
export const authorize = (deps: IdpDeps, passwords: Bulkhead): Handler => {
  const chosen = oneClickLogin(deps, passwords)
  return endpoint(
    deps,
    {
      get: (request, recorder) => {
        const interaction = queryParams(request).get('interaction')
        return interaction === undefined
          ? begin(deps, chosen, request, recorder)
          : resume(deps, request, interaction, recorder)
      },
      post: (request) => asGet(deps, request),
    },
    'idp.authorize',
  )
}

/** The address at which the browser continues after a log-in. */
export const resumeAddress = ({ issuer }: Pick<IdpDeps, 'issuer'>, id: string): string =>
  withQuery(endpointsOf(issuer).authorize, { interaction: id })

/**
 * A form posted from another site arrives without SameSite=Lax cookies. Repeated as a GET, the request carries them. Throws
 * Refusal if that would be longer than any request may be.
 */
async function asGet({ issuer }: IdpDeps, request: Request): Promise<Response> {
  const { entries } = await readForm(request)
  const known = entries.filter(([name]) => (KNOWN_PARAMETERS as readonly string[]).includes(name))
  const address = `${endpointsOf(issuer).authorize}?${new URLSearchParams(known.map(([name, value]) => [name, value]))}`
  if (address.length > URL_LIMIT) throw new Refusal('too-large')
  return respondRedirect(request, address)
}

async function begin(
  deps: IdpDeps,
  chosen: ReturnType<typeof oneClickLogin>,
  request: Request,
  recorder: StepRecorder,
): Promise<Response> {
  const params = withValues(queryParams(request))
  const state = stateOf(params)
  if (state) recorder.correlatedBy('idp-state', state)
  const target = recorder.precheck('idp.request', () => responseTarget(params, deps.relyingParties))
  try {
    const asked = recorder.check('idp.request', () => authenticationRequest(params, target, deps.clock()))
    const session = await findSession(deps, request)
    if (request.method === 'HEAD') return respondRedirect(request, endpointsOf(deps.issuer).login)
    if (session && !wantsNewLogin(asked) && answersFor(session, asked, deps.clock()))
      return codeRedirect(deps, request, asked, session)
    if (asked.prompt === 'none') throw new OAuthError('login_required', 'Nobody is signed in.')
    const login = await chosen(request, asked)
    if (login) return codeRedirect(deps, request, asked, login.session, login.cookies)
    return await loginRedirect(deps, request, asked)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return recorder.end(oauthErrorRedirect(request, error, { ...target, state, issuer: deps.issuer }), error)
  }
}

async function resume(deps: IdpDeps, request: Request, id: string, recorder: StepRecorder): Promise<Response> {
  const interaction = await recorder.check('idp.request', async () => {
    const found = await findInteraction(deps, request, id)
    if (!found) throw new Refusal('expired')
    return found
  })
  if (interaction.request.state) recorder.correlatedBy('idp-state', interaction.request.state)
  if (request.method === 'HEAD') return respondRedirect(request, endpointsOf(deps.issuer).login)
  const session = await findSession(deps, request)
  if (!session || !(isMadeFor(session, interaction.request) || answersFor(session, interaction.request, deps.clock())))
    return respondRedirect(request, withQuery(endpointsOf(deps.issuer).login, { interaction: id }))
  if (!(await endInteraction(deps, request, interaction))) throw new Refusal('expired')
  return codeRedirect(deps, request, interaction.request, session)
}

async function loginRedirect(deps: IdpDeps, request: Request, asked: AuthenticationRequest): Promise<Response> {
  const { id, cookie } = await startInteraction(deps, request, asked)
  const { login, signup } = endpointsOf(deps.issuer)
  const location = withQuery(asked.prompt === 'create' && deps.signup ? signup : login, { interaction: id })
  return respondRedirect(request, location, { 'set-cookie': cookie })
}

async function codeRedirect(
  { stores, clock, random, issuer, log }: IdpDeps,
  request: Request,
  { clientId, redirectUri, nonce, codeChallenge, state }: AuthenticationRequest,
  { account, authTime, sid }: LoginSession,
  cookies: readonly string[] = [],
): Promise<Response> {
  const code = random.token()
  const now = clock()
  await stores.codes.create(
    sha256(code),
    { clientId, redirectUri, nonce, codeChallenge, accountId: account.id, authTime, sid },
    now + CODE_LIFETIME_MS,
  )
  log.info({ event: 'idp.code', client: clientId, account: account.id, age: (now - authTime) / SECOND }, 'code issued')
  const location = withQuery(redirectUri, { code, ...(state === undefined ? {} : { state }), iss: issuer })
  return respondRedirect(request, location, { 'set-cookie': cookies })
}
