// The browser session of a logged-in person at the identity provider (conformance IDP-13, IDP-16, SEC-01).
import { HOUR, SECOND } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { cameFrom } from '#lib/http/came-from.ts'
import { tellLoggedOut } from '#lib/oauth/backchannel-logout.ts'
import { typedUserName } from '#lib/oauth/user-name.ts'
import { sessionReplaced } from './audited.ts'
import type { IdpDeps } from './deps.ts'
import type { Account, AuthenticationRequest, IdpSession } from './store.ts'

const COOKIE = 'slipway-idp-session'
/** A working day, after which the person logs in again. */
const LIFETIME_MS = 8 * HOUR

export interface LoginSession {
  readonly account: Account
  /** The time of the log-in, in epoch milliseconds. */
  readonly authTime: number
  /** The CSRF token of forms that belong to this session; it does not reveal the cookie. */
  readonly csrf: string
  /** Names the session in id_tokens and logout tokens. It stays when the same person logs in again. */
  readonly sid: string
}

type SessionDeps = Pick<IdpDeps, 'stores' | 'clock' | 'random' | 'cookies' | 'clientAddress'>
type EndingDeps = Pick<IdpDeps, 'audit' | 'issuer' | 'keys' | 'clock' | 'random' | 'fetch' | 'log' | 'relyingParties'>

/** The session of the browser that sent the request. */
export async function findSession(
  { stores, clock, cookies }: SessionDeps,
  request: Request,
): Promise<LoginSession | undefined> {
  const id = cookies.read(request, COOKIE)
  const session = id && (await stores.sessions.find(sha256(id), clock()))
  if (!session) return undefined
  const account = await stores.accounts.find(session.accountId)
  return account && sessionOf(id, account, session)
}

const sessionOf = (
  id: string,
  account: Account,
  { authTime, sid }: Pick<IdpSession, 'authTime' | 'sid'>,
): LoginSession => ({
  account,
  authTime,
  csrf: sha256(`logout.${id}`),
  sid: sid ?? sha256(`sid.${id}`),
})

/** Logs the person in under a new session id, ends the browser's previous session, and returns the new one with its Set-Cookie value. */
export async function startSession(
  deps: SessionDeps & EndingDeps,
  request: Request,
  account: Account,
): Promise<{ readonly session: LoginSession; readonly cookie: string }> {
  const { stores, clock, random, cookies, audit } = deps
  const former = await findSession(deps, request)
  const isSame = former?.account.id === account.id
  await forgetSession(deps, request)
  if (former && !isSame) {
    audit.record(sessionReplaced(request, former.account))
    await tellEnded(deps, former.sid)
  }
  const id = random.token()
  const now = clock()
  const sid = isSame ? former.sid : random.token()
  await stores.sessions.create(
    sha256(id),
    {
      ...{ accountId: account.id, authTime: now, expiresAt: now + LIFETIME_MS, sid },
      ...cameFrom(request, deps.clientAddress(request)),
    },
    now,
  )
  return {
    session: sessionOf(id, account, { authTime: now, sid }),
    cookie: cookies.write(COOKIE, id, { maxAge: LIFETIME_MS / SECOND }),
  }
}

/**
 * Ends the browser's session, if it has one, here and at the relying parties. Returns the Set-Cookie value that deletes
 * the cookie.
 */
export async function endSession(deps: SessionDeps & EndingDeps, request: Request): Promise<string> {
  const session = await findSession(deps, request)
  const cookie = await forgetSession(deps, request)
  if (session) await tellEnded(deps, session.sid)
  return cookie
}

/** Tells the relying parties that a session has ended: theirs of the same log-in end too. */
export const tellEnded = (deps: Omit<EndingDeps, 'audit'>, sid: string): Promise<void> =>
  tellLoggedOut(
    deps,
    deps.relyingParties.flatMap(({ clientId, backchannelLogoutUri: logoutUri }) =>
      logoutUri === undefined ? [] : [{ clientId, logoutUri }],
    ),
    sid,
  )

async function forgetSession({ stores, cookies }: SessionDeps, request: Request): Promise<string> {
  const id = cookies.read(request, COOKIE)
  if (id) await stores.sessions.end(sha256(id))
  return cookies.clear(COOKIE)
}

/** True when the request demands a new log-in despite a session: prompt=login or create, or the older max_age=0. */
export const wantsNewLogin = ({ prompt, maxAge }: AuthenticationRequest): boolean =>
  prompt === 'login' || prompt === 'create' || maxAge === 0

/** True when the person logged in after the request was made: that log-in answers it, whoever logged in. */
export const isMadeFor = ({ authTime }: LoginSession, { requestedAt }: AuthenticationRequest): boolean =>
  authTime >= requestedAt

/**
 * True when an earlier log-in can answer the request: it is recent enough (prompt and max_age, OIDC Core §3.1.2.1) and
 * belongs to the person whom the relying party expects. When login_hint names another person, the browser is asked.
 */
export function answersFor({ authTime, account }: LoginSession, request: AuthenticationRequest, now: number): boolean {
  const { maxAge, loginHint } = request
  if (wantsNewLogin(request) || (loginHint !== undefined && typedUserName(loginHint) !== account.username)) return false
  return maxAge === undefined || now - authTime <= maxAge * SECOND
}
