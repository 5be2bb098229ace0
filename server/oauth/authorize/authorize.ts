// The authorize endpoint (RFC 6749 §4.1.1, SMART App Launch 2.2 EHR launch): verifies the request and its launch token, then
// redirects to the shared identity provider.
import type { Handler } from '#lib/http/handler.ts'
import { formParams, type Params, queryParams, withValues } from '#lib/http/params.ts'
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { oauthErrorRedirect } from '#lib/oauth/oauth-error.ts'
import { launchAccepted, turnedDown } from '../audited.ts'
import { claimOnce } from '../clients/single-use.ts'
import type { Traced } from '../deps.ts'
import { asOAuthError, explainedAt } from '../endpoint.ts'
import { concerning, invalidRequest, Refusal } from '../refusal.ts'
import { attributeToLaunch } from './attribution.ts'
import { assertReceivesLaunches, assertRecipient, type Recipient } from './authorize-client.ts'
import type { AuthorizeDeps } from './authorize-deps.ts'
import { assertAuthorizeRequest, returnableState } from './authorize-params.ts'
import { browserEndpoint } from './browser-endpoint.ts'
import { errorPage, type PageName } from './error-page.ts'
import { throwRefusal } from './idp-error.ts'
import { newRoundTrip, openTransaction } from './idp-transaction.ts'
import { assertLaunchContext } from './launch-context.ts'
import { type VerifiedLaunch, verifyLaunchToken } from './launch-token.ts'
import { usernamesOf } from './user-match.ts'

type Deps = AuthorizeDeps & Traced

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
    const params = withValues(sent)
    const traced = { ...deps, recorder }
    const recipient = await recipientOrPage(traced, request, params)
    if (recipient instanceof Response) return recipient
    let verified: VerifiedLaunch | undefined
    const note = (launch: VerifiedLaunch) => {
      verified = launch
    }
    try {
      return recorder.end(await toIdp(traced, request, recipient, params, note))
    } catch (error) {
      const isProven = await attributeToLaunch(traced, { params, app: recipient.client, error, verified })
      const refusal = asOAuthError(error, request, deps.log)
      const audited = turnedDown('launch', request, refusal, { client: recipient.client.clientId })
      if (deps.unprovenErrorsStay && !isProven)
        return recorder.end(errorPage(deps, request, { name: 'unproven', trace: recorder.id(true), audited }), error)
      deps.audit.record(audited)
      const { redirectUri } = recipient
      const explained = explainedAt(deps, recorder)
      const target = { redirectUri, state: returnableState(params), issuer: deps.issuer, explained }
      return recorder.end(oauthErrorRedirect(request, refusal, target), error)
    }
  })

async function recipientOrPage(deps: Deps, request: Request, params: Params): Promise<Recipient | Response> {
  try {
    return await assertRecipient(deps, params)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const name: PageName = error.check === 'authorize.client' ? 'application' : 'return_address'
    const audited = turnedDown('launch', request, error)
    const explained = `${deps.errorPages}/${error.check}`
    return deps.recorder.end(
      errorPage(deps, request, { name, explained, trace: deps.recorder.id(true), audited }),
      error,
    )
  }
}

/** A refusal before any parameter is read. */
const unreadable = (request: Request, expected: string) =>
  turnedDown('launch', request, invalidRequest('authorize.params', expected))

/** Phase 2: runs every check, consumes the launch, redirects to the identity provider. `note` receives the verified launch. */
async function toIdp(
  deps: Deps,
  request: Request,
  recipient: Recipient,
  params: Params,
  note: (launch: VerifiedLaunch) => void,
): Promise<Response> {
  const { recorder } = deps
  joinApp(deps, recipient, params)
  assertReceivesLaunches(deps, recipient.client)
  const authorizeRequest = assertAuthorizeRequest(deps, params, deps.fhirBases.accepted)
  const launch = await verifyLaunchToken(deps, authorizeRequest.launch, recipient.client)
  note(launch)
  recorder.launch(launch.platform, launch.jti)
  const { context, person } = await concerning({ launch: { traceId: launch.jti } }, () =>
    assertLaunchContext(deps, { ...launch, traceId: launch.jti }, recipient.client),
  )
  noteIdpHint(deps, launch)
  const roundTrip = newRoundTrip(deps)
  const { prompt, maxAge } = authorizeRequest
  // The hint is the person of the launch: a provider that has another person's session then asks (OpenID Connect Core
  // §3.1.2.1).
  const loginHint = usernamesOf(person, deps.idp.identifierSystem)[0] ?? authorizeRequest.loginHint
  const loginUrl = await recorder.check(
    'idp.reachable',
    () => deps.idpClient.loginUrl({ ...roundTrip, prompt, maxAge, loginHint }).catch(throwRefusal),
    () => ({ expected: { issuer: deps.idp.issuer } }),
  )
  if (request.method === 'HEAD') return respondRedirect(request, loginUrl)
  // Last, when nothing can be refused any more: a bad request or an unavailable provider does not use up the launch.
  await claimLaunch(deps, launch)
  recorder.correlate('idp-state', roundTrip.state)
  const { state, nonce, codeChallenge, scope } = authorizeRequest
  const { client, redirectUri } = recipient
  const stored = { clientId: client.clientId, redirectUri, state, nonce, codeChallenge, scope, launch: context }
  const cookie = await openTransaction(deps, stored, authorizeRequest, roundTrip)
  deps.log.info(
    { client: recipient.client.clientId, platform: context.platform, traceId: context.traceId },
    'launch accepted',
  )
  deps.audit.record(launchAccepted(request, recipient.client, context, deps.idp))
  return respondRedirect(request, loginUrl, { 'set-cookie': cookie })
}

/** A jti is used once per platform (conformance LTK-07). */
async function claimLaunch({ stores, recorder }: Deps, { platform, jti, iat, exp }: VerifiedLaunch): Promise<void> {
  await recorder.check(
    'launch.jti',
    async () => {
      const problem = await claimOnce(stores, { kind: 'launch', issuer: platform, jti, iat, exp })
      if (problem !== undefined) throw invalidRequest('launch.jti', problem).concerning({ launch: { traceId: jti } })
    },
    () => ({ received: { jti } }),
  )
}

/** Adds earlier and later requests of the app with the same state to the trace of this request. */
function joinApp({ recorder }: Deps, { client }: Recipient, params: Params): void {
  recorder.subject({ clientId: client.clientId })
  const state = returnableState(params)
  if (state) recorder.correlate('app-state', `${client.clientId} ${state}`)
}

/** One provider serves the domain, so any hint falls back to it (conformance IDP-20). */
function noteIdpHint({ log }: AuthorizeDeps, { idpHint, jti }: VerifiedLaunch): void {
  if (idpHint !== undefined)
    log.info({ traceId: jti }, 'idp_hint names no other identity provider; the shared one is used')
}
