// The way back from the shared identity provider (OpenID Connect Core §3.1.2.5): who logged in, and a code if it is the
// person of the launch (RFC 6749 §4.1.2, RFC 9207).
import { numericDate, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type Params, queryParams } from '#lib/http/params.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import { oauthErrorRedirect, withQuery } from '#lib/oauth/oauth-error.ts'
import type { AuthorizeDeps } from './authorize.ts'
import { browserDoor } from './browser-door.ts'
import { invalidRequest, Refusal } from './check.ts'
import { asOAuthError, noteRefusal } from './door.ts'
import { errorPage } from './error-page.ts'
import { IdpError, refusalOfIdp } from './idp-error.ts'
import type { Transaction } from './store.ts'
import { transactionCookie } from './transaction-cookie.ts'
import { assertUserMatch } from './user-match.ts'

/** One redirect and one call; RFC 6749 advises at most 600, SMART App Launch 2.2 one minute (decision E28). */
export const CODE_LIFETIME_S = 60

type Deps = AuthorizeDeps

/** GET only: a HEAD, sent by a link checker, would use the login up. */
export const callback = (deps: Deps): Handler =>
  browserDoor(deps, ['GET'], async (request) => {
    const params = queryParams(request)
    const transaction = consumeTransaction(deps, request, params)
    if (!transaction) {
      noteRefusal(invalidRequest('idp.transaction', 'state must be that of a login begun in this browser.'), deps.log)
      return errorPage(deps, request, { name: 'login_gone' })
    }
    const cookies = [deps.cookies.clear(transactionCookie(transaction.stateHash))]
    if (!(await isStillRegistered(deps, transaction))) return errorPage(deps, request, { name: 'application', cookies })
    try {
      const code = await issueCode(deps, transaction, params)
      const location = withQuery(transaction.redirectUri, { code, state: transaction.state, iss: deps.issuer })
      return respondRedirect(request, location, { 'set-cookie': cookies.join() })
    } catch (error) {
      const refusal = asOAuthError(error instanceof IdpError ? error.toRefusal() : error, deps.log)
      // An answer of somebody else's (RFC 9207): it must not reach the app, not even as an error.
      if (refusal instanceof Refusal && refusal.check === 'idp.iss')
        return errorPage(deps, request, { name: 'wrong_provider', cookies })
      const { redirectUri, state } = transaction
      const { issuer, errorPages } = deps
      const response = oauthErrorRedirect(request, refusal, { redirectUri, state, issuer, errorPages })
      for (const cookie of cookies) response.headers.append('set-cookie', cookie)
      return response
    }
  })

/** The transaction of exactly this state and this browser; it cannot be had twice. */
function consumeTransaction(
  { stores, cookies, clock }: Deps,
  request: Request,
  params: Params,
): Transaction | undefined {
  const state = params.get('state')
  if (!state || params.repeated.has('state')) return undefined
  const stateHash = sha256(state)
  const browser = cookies.read(request, transactionCookie(stateHash))
  return browser ? stores.transactions.consume(stateHash, sha256(browser), clock()) : undefined
}

/** The app may have been disabled, or its address withdrawn, while the person was logging in. */
async function isStillRegistered({ stores }: Deps, { clientId, redirectUri }: Transaction): Promise<boolean> {
  const client = await stores.clients.find(clientId)
  return client?.status === 'approved' && client.redirectUris.includes(redirectUri)
}

/** Every check of the login, and then, only then, a code (conformance AUZ-39). */
async function issueCode(deps: Deps, transaction: Transaction, params: Params): Promise<string> {
  const { stores, clock, random, log } = deps
  await assertIss(deps, params)
  const idpCode = assertAnswer(params)
  const { idpNonce: nonce, idpVerifier: verifier, idpOptions, launch } = transaction
  const { prompt, maxAge, askedAt } = idpOptions
  const loggedInSince = prompt?.split(' ').includes('login') ? askedAt : undefined
  const claims = await deps.idpHop.finish(idpCode, { nonce, verifier, maxAge, loggedInSince })
  await assertUserMatch(deps.directory, deps.idp, claims, launch.sub)
  const code = random.token()
  const { clientId, redirectUri, codeChallenge, scope } = transaction
  const authTime = claims.auth_time ?? claims.iat // A provider that keeps the time of login to itself issued it at iat, at the latest.
  stores.codes.create(
    sha256(code),
    {
      clientId,
      redirectUri,
      codeChallenge,
      scope,
      nonce: transaction.nonce,
      authTime: numericDate(authTime * SECOND),
      launch,
    },
    clock() + CODE_LIFETIME_S * SECOND,
  )
  log.info({ client: clientId, traceId: launch.traceId }, 'code issued')
  return code
}

/** The answer names the provider that was asked (RFC 9207 §2.4). */
async function assertIss({ idpHop }: Deps, params: Params): Promise<void> {
  const { issuer, inEveryAnswer } = await idpHop.issuer()
  const iss = params.get('iss')
  const holds = iss === undefined ? !inEveryAnswer : iss === issuer && !params.repeated.has('iss')
  if (!holds) throw invalidRequest('idp.iss', 'iss must be the identity provider that was asked.')
}

/** The provider's code. Throws what its error means to the app. */
function assertAnswer(params: Params): string {
  const error = params.get('error')
  if (error !== undefined) throw refusalOfIdp(error)
  const code = params.get('code')
  if (code && !params.repeated.has('code')) return code
  throw new Refusal('idp.login', 'server_error', 'the answer of the identity provider must carry one code.')
}
