// The transaction of a log-in: the content of an authorize request, stored until the identity provider answers, and
// bound to the browser by a cookie. Also repeats the log-in once, when the provider answered for another person without
// asking. idp-client.ts makes the requests.
import { numericDate, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { respondRedirect } from '#lib/http/respond.ts'
import type { Traced } from '../deps.ts'
import type { Transaction } from '../store.ts'
import type { AuthorizeDeps } from './authorize-deps.ts'
import type { LoginRequest } from './idp-client.ts'
import { TOLERANCE_S } from './idp-connection.ts'
import { throwRefusal } from './idp-error.ts'
import { TRANSACTION_LIFETIME_S, transactionCookie } from './transaction-cookie.ts'
import { launchUsernames, usernameIn } from './user-match.ts'

/** The part of the authorize request that the transaction stores. */
type Asked = Pick<Transaction, 'clientId' | 'redirectUri' | 'state' | 'nonce' | 'codeChallenge' | 'scope' | 'launch'>

/** The values that bind one round trip to the identity provider. Each is random and used once. */
export interface RoundTrip {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export const newRoundTrip = ({ random }: Pick<AuthorizeDeps, 'random'>): RoundTrip => ({
  state: random.token(),
  nonce: random.token(),
  verifier: random.token(),
})

/** Stores the transaction and returns the cookie that binds it to this browser. */
export async function openTransaction(
  { stores, clock, random, cookies }: AuthorizeDeps,
  asked: Asked,
  { prompt, maxAge }: Pick<LoginRequest, 'prompt' | 'maxAge'>,
  roundTrip: RoundTrip,
): Promise<string> {
  const browser = random.token()
  const stateHash = sha256(roundTrip.state)
  await stores.transactions.create({
    ...asked,
    stateHash,
    browserHash: sha256(browser),
    idpNonce: roundTrip.nonce,
    idpVerifier: roundTrip.verifier,
    idpOptions: {
      ...(prompt === undefined ? {} : { prompt }),
      ...(maxAge === undefined ? {} : { maxAge }),
      askedAt: numericDate(clock()),
    },
    expiresAt: clock() + TRANSACTION_LIFETIME_S * SECOND,
  })
  return cookies.write(transactionCookie(stateHash), browser, { maxAge: TRANSACTION_LIFETIME_S })
}

/**
 * True when the provider answered for another person from an existing session, without asking: it is then asked once
 * more, for the person of the launch. An answer from a new log-in, or to prompt=login, is final.
 */
export async function isRememberedOther(
  { directory, idp }: AuthorizeDeps,
  { idpOptions: { prompt, askedAt }, launch }: Transaction,
  claims: Readonly<Record<string, unknown>> & { readonly auth_time?: number | undefined },
): Promise<boolean> {
  if (prompt !== undefined || !launch) return false
  if (claims.auth_time !== undefined && claims.auth_time >= askedAt - TOLERANCE_S) return false
  const usernames = await launchUsernames(directory, idp, launch.sub)
  const claimed = usernameIn(claims, idp.claim)
  return claimed !== undefined && usernames.length > 0 && !usernames.includes(claimed)
}

/** Redirects the same launch to the provider once more, with prompt=login (OpenID Connect Core §3.1.2.1). */
export async function logInAgain(deps: AuthorizeDeps & Traced, request: Request, transaction: Transaction) {
  const { directory, idp, idpClient, recorder, log } = deps
  const { clientId, redirectUri, state, nonce, codeChallenge, scope, launch, idpOptions } = transaction
  const roundTrip = newRoundTrip(deps)
  const [loginHint] = launch ? await launchUsernames(directory, idp, launch.sub) : []
  const asked = { prompt: 'login', maxAge: idpOptions.maxAge }
  const loginUrl = await idpClient.loginUrl({ ...roundTrip, ...asked, loginHint }).catch(throwRefusal)
  recorder.correlate('idp-state', roundTrip.state)
  const cookie = await openTransaction(
    deps,
    { clientId, redirectUri, state, nonce, codeChallenge, scope, launch },
    asked,
    roundTrip,
  )
  log.info({ client: clientId, traceId: launch?.traceId }, 'the provider remembered somebody else; it is asked to ask')
  return respondRedirect(request, loginUrl, { 'set-cookie': cookie })
}
