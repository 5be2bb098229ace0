// The authorize endpoint (RFC 6749 §4.1.1, SMART App Launch 2.2 EHR launch): runs the checks of the profile, then redirects to
// the shared identity provider.
import type { Handler } from '#lib/http/handler.ts'
import { formParams, queryParams, withValues } from '#lib/http/params.ts'
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { oauthErrorRedirect } from '#lib/oauth/oauth-error.ts'
import { asksForSteps, nextLink, redirectStep, stepPage } from '#lib/trace-view/step-page.ts'
import { launchAccepted, launcherIn, turnedDown } from '../audited.ts'
import { asOAuthError, explainedAt } from '../endpoint.ts'
import { invalidRequest, Refusal } from '../refusal.ts'
import { attributeToLaunch } from './attribute-refusal.ts'
import type { AuthorizeDeps } from './authorize-deps.ts'
import { browserEndpoint } from './browser-endpoint.ts'
import { prove } from './check.ts'
import type { Accepted, AuthorizeRequest } from './check-context.ts'
import { returnableState } from './checks/params.ts'
import { errorPage } from './error-page.ts'
import { openTransaction } from './idp-transaction.ts'

/** GET, or POST with a form, which is equivalent (conformance AUZ-04). HEAD runs the same checks and consumes nothing. */
export const authorize = (deps: AuthorizeDeps): Handler =>
  browserEndpoint(deps, 'authorize', ['GET', 'POST', 'HEAD'], async (request, recorder) => {
    // Shown as a page: before client_id and redirect_uri are checked, there is no address to redirect an error to.
    const exceeded = await deps.limits.authorize.count(deps.clientAddress(request))
    if (exceeded)
      return errorPage(deps, request, {
        name: 'too_many',
        status: 429,
        headers: rateLimitHeaders(exceeded),
        audited: { ...unreadable(request, 'too many requests.'), tooOften: true },
      })
    const sent = request.method === 'POST' ? await formParams(request) : queryParams(request)
    if (typeof sent === 'string')
      return errorPage(deps, request, {
        name: 'request',
        status: sent === 'too-large' ? 413 : 400,
        audited: unreadable(request, 'the form could not be read.'),
      })
    if (request.method === 'POST') recorder.sent(Object.fromEntries(sent.entries))
    const given: Proving = { ...deps, recorder, request, params: withValues(sent) }
    const { checks } = deps.profile
    try {
      await prove(request.method === 'HEAD' ? checks.filter(({ consumes }) => !consumes) : checks, given)
      return recorder.end(await toIdp(given as Accepted)) // The profile's checks are made by `inOrder`.
    } catch (error) {
      return recorder.end(await refused(given, error), error)
    }
  })

/** A request while its checks run: with what they have proven so far. */
type Proving = AuthorizeRequest & Partial<Accepted>

/** A refusal before any parameter is read. */
const unreadable = (request: Request, expected: string) =>
  turnedDown('launch', request, invalidRequest('authorize.params', expected))

/** Stores the accepted request and sends the person to the identity provider. */
async function toIdp(accepted: Accepted): Promise<Response> {
  const { request, params, recorder, log, audit, idp, client, context, roundTrip, loginUrl } = accepted
  if (request.method === 'HEAD') return respondRedirect(request, loginUrl)
  recorder.correlate('idp-state', roundTrip.state)
  const { clientId } = client
  const { redirectUri, state, nonce, codeChallenge, scope, prompt, maxAge } = accepted
  const asked = { clientId, redirectUri, state, nonce, codeChallenge, scope, launch: context }
  const cookie = await openTransaction(accepted, asked, { prompt, maxAge }, roundTrip)
  log.info({ client: clientId, platform: context?.platform, traceId: context?.traceId }, 'launch accepted')
  audit.record(launchAccepted(request, client, context, idp))
  if (accepted.demo && asksForSteps(params)) return loginStep(accepted, cookie)
  return respondRedirect(request, loginUrl, { 'set-cookie': cookie })
}

/** The stop of a step-by-step launch before the person goes to the identity provider. */
function loginStep({ request, loginUrl, clock }: Accepted, cookie: string): Response {
  const language = languageOf(request)
  return stepPage({
    ...{ language, cookies: [cookie], now: clock(), actor: 'oauth' },
    steps: [redirectStep('login', 'asks', loginUrl)],
    next: nextLink(language, loginUrl),
  })
}

/** The answer to a request that failed: a page until the redirect_uri is proven, then a redirect to the app. */
async function refused(given: Proving, error: unknown): Promise<Response> {
  const { client, redirectUri, launch, request, recorder, params } = given
  if (!client || redirectUri === undefined) return refusedHere(given, error)
  const { isProven, signed, said } = await attributeToLaunch(given, { params, app: client, error, launch })
  const refusal = asOAuthError(error, request, given.log)
  const concern = {
    client: client.clientId,
    launch: signed && { traceId: signed.traceId },
    ...launcherIn(said, signed !== undefined),
  }
  const audited = turnedDown('launch', request, refusal, concern)
  if (given.unprovenErrorsStay && !isProven)
    return errorPage(given, request, { name: 'unproven', trace: recorder.id(true), audited })
  given.audit.record(audited)
  const target = { redirectUri, state: returnableState(params), issuer: given.issuer }
  return oauthErrorRedirect(request, refusal, { ...target, explained: explainedAt(given, recorder) })
}

function refusedHere(given: Proving, error: unknown): Response {
  if (!(error instanceof Refusal)) throw error
  const { request, recorder, errorPages } = given
  return errorPage(given, request, {
    name: error.check === 'authorize.client' ? 'application' : 'return_address',
    explained: `${errorPages}/${error.check}`,
    trace: recorder.id(true),
    audited: turnedDown('launch', request, error),
  })
}
