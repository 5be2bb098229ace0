// The redirect URI at the shared identity provider (OpenID Connect Core §3.1.2.5): verifies the log-in, and issues a
// code if the person of the launch logged in (RFC 6749 §4.1.2, RFC 9207).
import type { IDToken } from 'openid-client'
import { numericDate, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import { once, type Params, queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { LOGGED_IN } from '#lib/oauth/logged-in-cookie.ts'
import { oauthErrorRedirect, withQuery } from '#lib/oauth/oauth-error.ts'
import type { Removed } from '#lib/oauth/redact.ts'
import { TOKEN_CLAIMS } from '#lib/oauth/token-claims.ts'
import { loggedIn, personMatched, turnedDown, whoLoggedIn } from '../audited.ts'
import type { Traced } from '../deps.ts'
import { asOAuthError, explainedAt, noteLaunch } from '../endpoint.ts'
import { concerning, invalidRequest, Refusal } from '../refusal.ts'
import type { Client, LaunchContext, Transaction } from '../store.ts'
import type { AuthorizeDeps } from './authorize-deps.ts'
import { browserEndpoint } from './browser-endpoint.ts'
import { errorPage } from './error-page.ts'
import { refusalOfIdp, throwRefusal } from './idp-error.ts'
import { isRememberedOther, logInAgain } from './idp-transaction.ts'
import { assertStillValid } from './launch-still-valid.ts'
import { transactionCookie } from './transaction-cookie.ts'
import { assertNamingClaim, assertUserMatch, usernameIn } from './user-match.ts'

/** One redirect and one call; RFC 6749 §4.1.2 advises at most 600, SMART App Launch 2.2 one minute. */
export const CODE_LIFETIME_S = 60

type Deps = AuthorizeDeps

/** GET only: a HEAD, as link checkers send it, would use up the log-in. */
export const callback = (deps: Deps): Handler =>
  browserEndpoint(deps, 'callback', ['GET'], async (request, recorder) => {
    const params = queryParams(request)
    const traced = { ...deps, recorder }
    const transaction = await transactionOrPage(traced, request, params)
    if (transaction instanceof Response) return transaction
    const { launch, clientId } = transaction
    noteLaunch(recorder, transaction)
    const clearCookie = deps.cookies.clear(transactionCookie(transaction.stateHash))
    const cookies = [clearCookie]
    const concern = { client: clientId, launch: launch && { traceId: launch.traceId } }
    const client = await stillRegistered(deps, transaction)
    if (!client) {
      const refusal = invalidRequest('authorize.client')
      const audited = turnedDown('login', request, refusal, concern)
      return recorder.end(
        errorPage(deps, request, { name: 'application', cookies: [clearCookie], trace: recorder.id(), audited }),
        refusal,
      )
    }
    try {
      const claims = await verifiedLogin(traced, transaction, params)
      if (await isRememberedOther(deps, transaction, claims)) {
        const redirect = await logInAgain(traced, request, transaction)
        redirect.headers.append('set-cookie', clearCookie)
        return recorder.end(redirect)
      }
      // Whoever it is, if the pages of the site can know them.
      if (claims[deps.idp.claim] !== undefined) cookies.push(deps.cookies.write(LOGGED_IN, '1'))
      const code = await issueCode(traced, request, transaction, { claims, client })
      const location = withQuery(transaction.redirectUri, { code, state: transaction.state, iss: deps.issuer })
      return recorder.end(withCookies(respondRedirect(request, location), cookies))
    } catch (error) {
      const refusal = asOAuthError(error, request, deps.log)
      const audited = turnedDown('login', request, refusal, concern)
      // An answer of another issuer (RFC 9207) must not reach the app, not even as an error.
      if (refusal instanceof Refusal && refusal.check === 'idp.iss')
        return recorder.end(
          errorPage(deps, request, { name: 'wrong_provider', cookies: [clearCookie], trace: recorder.id(), audited }),
          error,
        )
      deps.audit.record(audited)
      const { redirectUri, state } = transaction
      const { issuer } = deps
      const explained = explainedAt(deps, recorder)
      const response = oauthErrorRedirect(request, refusal, { redirectUri, state, issuer, explained })
      return recorder.end(withCookies(response, cookies), error)
    }
  })

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** The transaction of the returning browser, or the page that says that there is none. */
async function transactionOrPage(
  deps: Deps & Traced,
  request: Request,
  params: Params,
): Promise<Transaction | Response> {
  const { recorder } = deps
  const state = params.get('state')
  if (state) recorder.correlatedBy('idp-state', state)
  try {
    return await recorder.check('idp.transaction', async () => {
      const transaction = await consumeTransaction(deps, request, params)
      if (transaction) return transaction
      throw invalidRequest('idp.transaction')
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return recorder.end(
      errorPage(deps, request, { name: 'login_gone', audited: turnedDown('login', request, error) }),
      error,
    )
  }
}

/** The transaction with exactly this state and this browser. It can be consumed once. */
async function consumeTransaction(
  { stores, cookies, clock }: Deps,
  request: Request,
  params: Params,
): Promise<Transaction | undefined> {
  const state = once(params, 'state')
  if (!state) return undefined
  const stateHash = sha256(state)
  const browser = cookies.read(request, transactionCookie(stateHash))
  return browser ? stores.transactions.consume(stateHash, sha256(browser), clock()) : undefined
}

/** While the person was logging in, the app may have been disabled or its redirect_uri removed. */
async function stillRegistered({ stores }: Deps, { clientId, redirectUri }: Transaction): Promise<Client | undefined> {
  const client = await stores.clients.find(clientId)
  return client?.status === 'approved' && client.redirectUris.includes(redirectUri) ? client : undefined
}

/** The verified claims of the person who logged in. */
async function verifiedLogin(deps: Deps & Traced, transaction: Transaction, params: Params): Promise<IDToken> {
  const { recorder } = deps
  await assertIss(deps, params)
  const idpCode = recorder.precheck(
    'idp.login',
    () => assertAnswer(params),
    () => ({ received: { error: params.get('error') } }),
  )
  const { idpNonce: nonce, idpVerifier: verifier, idpOptions } = transaction
  const { prompt, maxAge, askedAt } = idpOptions
  const loggedInSince = prompt?.split(' ').includes('login') ? askedAt : undefined
  const { claims } = await recorder.check('idp.login', () =>
    deps.idpClient.exchange(idpCode, { nonce, verifier, maxAge, loggedInSince }).catch(throwRefusal),
  )
  recorder.answered({ id_token: { jwt: { header: {}, claims: aboutLogin(claims) } } })
  return claims
}

/**
 * Claims about the log-in (OpenID Connect Core §2), and the user names that a trace shortens. All other claims are
 * about the person.
 */
const ABOUT_LOGIN: ReadonlySet<string> = new Set([
  ...TOKEN_CLAIMS,
  ...['sid', 'preferred_username', 'email', 'email_verified', 'role'],
])

/** The claims for a trace: of the claims about the person it shows the presence, not the value. */
const aboutLogin = (claims: IDToken): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      ABOUT_LOGIN.has(name) ? value : ({ removed: 'personal' } satisfies Removed),
    ]),
  )

/** Runs every check of the log-in, and only then issues a code (conformance AUZ-39). */
async function issueCode(
  deps: Deps & Traced,
  request: Request,
  transaction: Transaction,
  { claims, client }: { readonly claims: IDToken; readonly client: Client },
): Promise<string> {
  const { stores, clock, random, log, recorder } = deps
  const { launch } = transaction
  const person = whoLoggedIn(deps.idp, claims)
  deps.audit.record(loggedIn(request, transaction, person, deps.idp))
  recorder.check(
    'idp.claim',
    () => assertNamingClaim(deps.idp, claims),
    () => ({ expected: { claim: deps.idp.claim }, received: { claims: Object.keys(claims) } }),
  )
  const username = launch
    ? await concerning({ person }, () => matchedUsername(deps, launch, claims))
    : usernameIn(claims, deps.idp.claim)
  const sid = typeof claims['sid'] === 'string' ? claims['sid'] : undefined
  const login = { username, subject: claims.sub, ...(sid === undefined ? {} : { sid }) }
  await recorder.check('launch.standing', () => assertStillValid(deps, { launch, login }, client, 'access_denied'))
  const code = random.token()
  const { clientId, redirectUri, codeChallenge, scope } = transaction
  const authTime = claims.auth_time ?? claims.iat // Without auth_time, the log-in was at iat at the latest.
  await stores.codes.create(
    sha256(code),
    {
      clientId,
      redirectUri,
      codeChallenge,
      scope,
      nonce: transaction.nonce,
      authTime: numericDate(authTime * SECOND),
      launch,
      login,
    },
    clock() + CODE_LIFETIME_S * SECOND,
  )
  log.info({ client: clientId, traceId: launch?.traceId }, 'code issued')
  if (launch) deps.audit.record(personMatched(request, transaction))
  return code
}

/** The user name of the person who logged in, who is the person of the launch. */
async function matchedUsername({ recorder, directory, idp }: Deps & Traced, { sub }: LaunchContext, claims: IDToken) {
  let usernames: readonly string[] = []
  const note = (found: readonly string[]) => {
    usernames = found
  }
  return recorder.check(
    'user.match',
    () => assertUserMatch(directory, idp, claims, sub, note),
    () => ({
      expected: { username: usernames, 'identifier.system': idp.identifierSystem, sub },
      received: { username: claims[idp.claim], claim: idp.claim },
    }),
  )
}

/** Checks that the answer names the provider of the request (RFC 9207 §2.4). */
async function assertIss({ idpClient, recorder }: Deps & Traced, params: Params): Promise<void> {
  const { issuer, inEveryAnswer } = await recorder.precheck('idp.reachable', () =>
    idpClient.issuer().catch(throwRefusal),
  )
  const iss = params.get('iss')
  recorder.check(
    'idp.iss',
    () => {
      const holds = iss === undefined ? !inEveryAnswer : iss === issuer && !params.repeated.has('iss')
      if (!holds) throw invalidRequest('idp.iss')
    },
    () => ({ expected: { iss: inEveryAnswer ? issuer : [issuer, undefined] }, received: { iss } }),
  )
}

/** The provider's code. For an error answer, throws the matching Refusal for the app. */
function assertAnswer(params: Params): string {
  const error = params.get('error')
  if (error !== undefined) throw refusalOfIdp(error)
  const code = once(params, 'code')
  if (code) return code
  throw new Refusal('idp.login', 'server_error', 'the response of the identity provider must have one code.')
}
