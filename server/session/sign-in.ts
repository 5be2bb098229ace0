// Sign-in to the portal through the shared identity provider, by next-auth.
import { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions, type Profile } from 'next-auth'
import { decode, type JWT } from 'next-auth/jwt'
import type { TokenEndpointHandler } from 'next-auth/providers/oauth'
import { SECOND } from '#lib/clock.ts'
import { cookieJar } from '#lib/cookies.ts'
import { isReading } from '#lib/http/allow.ts'
import { cameFrom } from '#lib/http/came-from.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import type { Log } from '#lib/log.ts'
import { LOGGED_IN, WHO_IS_THERE } from '#lib/oauth/logged-in-cookie.ts'
import { claimedUserName } from '#lib/oauth/user-name.ts'
import type { AuditLog } from '../audit/audit.ts'
import type { Config } from '../config/config.ts'
import type { Keys } from '../keys/keys.ts'
import { leadBackAfterFailure } from './failed-sign-in.ts'
import type { OneClick } from './one-click.ts'
import { loginOf, type PortalIdp, type PortalLogin } from './portal-idp.ts'
import { signInCookies } from './session-cookies.ts'
import {
  CALLBACK_COOKIE,
  type CleanRequest,
  cleanRequest,
  hasStrangeCallback,
  type NotLetIn,
} from './sign-in-requests.ts'
import type { SigningOut } from './sign-out.ts'
import { liveSession, sessionToken } from './signed-in.ts'
import { PORTAL_SESSION_LIFETIME_MS, type PortalSessions } from './store.ts'
import { nobodyIsThere, whoIsThere } from './who-is-there.ts'

const SESSION_S = PORTAL_SESSION_LIFETIME_MS / SECOND

/** The ports and settings of sign-in. */
export interface SignInDeps {
  readonly config: Config
  readonly keys: Pick<Keys, 'secret'>
  /** The shared identity provider as the portal uses it. */
  readonly idp: PortalIdp
  readonly portalSessions: PortalSessions
  readonly storage: { readonly durable: () => Promise<void> }
  readonly oneClick: Pick<OneClick, 'begun'>
  /** The identity provider's log-out address; undefined when it has none. */
  readonly signOut: (leaving: SigningOut) => Promise<string | undefined>
  readonly audit: Pick<AuditLog, 'at'>
  readonly log: Log
}

type TokenSet = Awaited<ReturnType<NonNullable<TokenEndpointHandler['request']>>>['tokens']

/** The parameters that Next gives a route of next-auth. */
export type Context = { readonly params: Promise<{ readonly nextauth: string[] }> }

/** Answers /api/auth/**. No answer is cacheable. */
export async function signIn(current: SignInDeps, request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params
  const { publicUrl } = current.config
  if (hasStrangeCallback(request, publicUrl)) return withoutCallback(publicUrl)
  const path = nextauth.join('/')
  if (path === WHO_IS_THERE && request.method === 'GET') return whoIsThere(request, publicUrl, asking(current, request))
  const nobody = nobodyIsThere(request, path, publicUrl)
  if (nobody) return nobody
  const clean = await cleanRequest(request, nextauth, current.config.publicUrl)
  if (typeof clean === 'number') return notLetIn(clean)
  try {
    const ended: { token?: JWT } = {}
    const begins = path === 'signin/shared-idp'
    const asked = begins ? await loginAddress(current.idp) : {}
    const answer = (await NextAuth(
      asNext(request, clean) as never,
      context as never,
      options(current, request, ended, asked),
    )) as Response
    // Who signed in or out, or was refused, is on record by then.
    if (!isReading(request) || nextauth[0] === 'callback') await current.storage.durable()
    answer.headers.set('cache-control', NO_STORE['cache-control'] ?? '')
    leadBackAfterFailure(answer, request, publicUrl, current.config.externalIdp !== undefined)
    if (path === 'signout') answer.headers.append('set-cookie', cookieJar(publicUrl).clear(LOGGED_IN))
    if (ended.token) return await leavingForIdp(current, answer, ended.token)
    return begins ? await leavingByOneClick(current, answer) : answer
  } catch (error) {
    current.log.error(
      { requestId: requestIdOf(request), error: error instanceof Error ? error.name : typeof error },
      'a sign-in failed by a fault',
    )
    return respondJson(500, { error: 'unexpected', error_description: 'Signing in failed. Try again.' }, NO_STORE)
  }
}

/** Requests of our own to next-auth, in the name of the browser that sent `request`. */
const asking =
  (current: SignInDeps, request: Request) =>
  (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(init.headers ?? {})) headers.set(name, value)
    const url = new URL(`/api/auth/${path}`, current.config.publicUrl)
    const nextauth = url.pathname.split('/').slice(3)
    return signIn(current, new Request(url, { ...init, headers }), { params: Promise.resolve({ nextauth }) })
  }

/** The identity provider's address that starts a log-in, or the reason why it is unknown. */
interface LoginAddress {
  readonly url?: string
  readonly failure?: unknown
}

const loginAddress = (idp: PortalIdp): Promise<LoginAddress> =>
  idp.authorizationEndpoint().then(
    (url) => ({ url }),
    (failure) => ({ failure }),
  )

/** Clears the cookie, so that the next attempt succeeds. */
const withoutCallback = (publicUrl: string): Response => {
  const body = { error: 'invalid_request', error_description: 'A cookie of this site was not ours. Try again.' }
  return respondJson(400, body, {
    ...NO_STORE,
    'set-cookie': cookieJar(publicUrl).clear(CALLBACK_COOKIE),
  })
}

function notLetIn(status: NotLetIn): Response {
  if (status === 204) return new Response(null, { status, headers: NO_STORE })
  const error = status === 404 ? 'not_found' : 'invalid_request'
  const description = { 404: 'There is nothing at this address.', 413: 'The form is too large.', 415: 'Send a form.' }
  return respondJson(status, { error, error_description: description[status] }, NO_STORE)
}

/** The request with only the accepted query and form. */
function asNext({ url, method, headers }: Request, { query, form }: CleanRequest): NextRequest {
  const address = new URL(url)
  address.search = query
  return new NextRequest(address, { method, headers, ...(form === undefined ? {} : { body: form }) })
}

/**
 * The answer to next-auth's script after a sign-out: a redirect to the identity provider, so that its session ends too.
 */
async function leavingForIdp({ signOut, config }: SignInDeps, answer: Response, token: JWT): Promise<Response> {
  if (!answer.headers.get('content-type')?.includes('json')) return answer
  const { url } = (await answer.json()) as { readonly url: string }
  const { pathname, search } = new URL(url, config.publicUrl)
  const idToken = typeof token['idToken'] === 'string' ? token['idToken'] : undefined
  const leaving = await signOut({ idToken, backTo: pathname + search })
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify({ url: leaving ?? url }), { status: answer.status, headers })
}

/** The answer that sends a browser to the identity provider; it notes whom the browser chose, if it chose somebody. */
async function leavingByOneClick({ oneClick, config }: SignInDeps, answer: Response): Promise<Response> {
  const isJson = answer.headers.get('content-type')?.includes('json')
  const body = isJson ? await answer.text() : undefined
  const location = body === undefined ? answer.headers.get('location') : (JSON.parse(body) as { url?: string }).url
  const cookie =
    location && URL.canParse(location, config.publicUrl)
      ? oneClick.begun(new URL(location, config.publicUrl).href)
      : undefined
  const headers = new Headers(answer.headers)
  if (cookie) headers.append('set-cookie', cookie)
  return new Response(body ?? answer.body, { status: answer.status, headers })
}

/** Longest id_token stored in the sealed cookie until the sign-out: browsers accept cookies of 4096 bytes. */
const LONGEST_ID_TOKEN = 2000

/** Starts a session after a sign-in; this browser's previous session ends. */
async function begun(
  { config, keys, portalSessions }: SignInDeps,
  request: Request,
  subject: string,
  sid: unknown,
): Promise<string> {
  const former = await sessionToken(request, config.publicUrl, keys.secret('portal-session'))
  if (typeof former?.['sid'] === 'string') await portalSessions.end(former['sid'])
  const from = cameFrom(request, clientAddress(request))
  return portalSessions.begin(subject, typeof sid === 'string' ? sid : undefined, from)
}

/** next-auth's options. `ended` receives the session that a sign-out ends. */
function options(
  current: SignInDeps,
  request: Request,
  ended: { token?: JWT },
  { url, failure }: LoginAddress,
): NextAuthOptions {
  const { config, keys, idp, portalSessions } = current
  let login: PortalLogin | undefined
  return {
    secret: keys.secret('portal-session'),
    session: { strategy: 'jwt', maxAge: SESSION_S },
    jwt: {
      maxAge: SESSION_S,
      // An ended session is invalid even while its cookie still exists.
      decode: async (params) => {
        const token = await decode(params)
        return token && (await liveSession(portalSessions, token)) ? token : null
      },
    },
    useSecureCookies: config.publicUrl.startsWith('https:'),
    cookies: signInCookies(config.publicUrl),
    events: portalEvents(current, request, ended),
    logger: portalLogger(current, request, failure),
    pages: { signIn: '/portal', signOut: '/portal', error: '/portal' },
    providers: [
      {
        id: 'shared-idp',
        name: 'Slipway',
        type: 'oauth',
        issuer: idp.issuer,
        clientId: idp.clientId,
        // Given instead of the `wellKnown`, `token` and `userinfo` addresses, for which next-auth would use the
        // network.
        authorization: { ...(url === undefined ? {} : { url }), params: { scope: 'openid profile email' } },
        token: {
          request: async ({ params, checks }) => {
            login = await loginOf(idp, params, checks)
            return { tokens: { id_token: login.idToken } as TokenSet }
          },
        },
        idToken: true,
        userinfo: { request: () => login?.claims ?? {} },
        checks: ['pkce', 'state', 'nonce'],
        profile: (claims: Record<string, unknown>) => ({
          id: String(claims['sub']),
          name: typeof claims['name'] === 'string' ? claims['name'] : null,
          username: userName(claims, config.idpClaim),
        }),
      },
    ],
    callbacks: {
      // A person without a usable identity is refused; the page and the log say what is missing.
      signIn: ({ user, profile }) => {
        if ((user as { username?: string }).username !== undefined) return true
        missingClaim(current, request, user.id, profile)
        return `${config.publicUrl}/portal?error=MissingClaim`
      },
      // Stores only the identity, and the id_token, which tells the provider at sign-out which session to end.
      jwt: async ({ token, user, account }) => {
        if (!user) return token
        const idToken = account?.id_token
        return {
          sid: await begun(current, request, user.id, login?.claims['sid']),
          sub: user.id,
          issuer: idp.issuer,
          name: user.name ?? null,
          username: (user as { username?: string }).username,
          ...(idToken && idToken.length <= LONGEST_ID_TOKEN ? { idToken } : {}),
        }
      },
      session: ({ session, token }) => ({ expires: session.expires, user: { name: token.name ?? null } }),
    },
  }
}

function missingClaim(current: SignInDeps, request: Request, subject: string, profile: Profile | undefined): void {
  const { issuer } = current.idp
  const { idpClaim: claim } = current.config
  const received = Object.keys(profile ?? {}).join(', ')
  current.log.warn(
    { event: 'portal.sign-in', reason: 'MISSING_CLAIM', claim, received },
    'the portal could not sign somebody in',
  )
  portalAudit(current).record({
    name: 'login',
    request,
    outcome: 'refused',
    description: `portal: the identity provider did not give the claim ${claim}, or it is not verified`,
    identityProvider: issuer,
    person: { issuer, subject },
  })
}

/** Records sign-ins and sign-outs in the audit log. */
function portalEvents(
  current: SignInDeps,
  request: Request,
  ended: { token?: JWT },
): NonNullable<NextAuthOptions['events']> {
  const audit = portalAudit(current)
  const { issuer } = current.idp
  const person = (subject: string, username: unknown) =>
    typeof username === 'string' ? { username } : { issuer, subject }
  return {
    signIn: ({ user }) =>
      audit.record({
        name: 'login',
        request,
        description: 'portal: the identity provider says who signs in',
        identityProvider: issuer,
        person: person(user.id, (user as { username?: string }).username),
      }),
    signOut: async ({ token }) => {
      if (!token) return // The session had already ended.
      ended.token = token
      if (typeof token['sid'] === 'string') await current.portalSessions.end(token['sid'])
      audit.record({
        name: 'logout',
        request,
        description: 'portal: the person signed out',
        person: person(token.sub ?? '', token['username']),
      })
    },
  }
}

/** Otherwise next-auth writes several lines to the console, including the content of answers. */
function portalLogger(current: SignInDeps, request: Request, failure: unknown): NonNullable<NextAuthOptions['logger']> {
  const known = (code: string) => (/^[A-Z_]{1,60}$/.test(code) ? code : 'UNKNOWN')
  return {
    error: (code, metadata) => {
      const cause = failure ?? (metadata instanceof Error ? metadata : metadata.error)
      current.log.warn({ event: 'portal.sign-in', reason: known(code), cause }, 'the portal could not sign somebody in')
      if (!known(code).includes('OAUTH')) return
      portalAudit(current).record({
        name: 'login',
        request,
        outcome: 'refused',
        description: `portal: the sign-in did not come about (${known(code)})`,
        identityProvider: current.idp.issuer,
      })
    },
    warn: (code) => current.log.warn({ event: 'portal.sign-in', reason: known(code) }, 'next-auth warns'),
    debug: () => {},
  }
}

const portalAudit = ({ audit, config }: SignInDeps) => audit.at(`${config.publicUrl}/portal`)

/** The value that names the user at this domain; an e-mail address counts only when it is verified (SHARED_IDP_CLAIM). */
function userName(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  if (claim === 'email' && claims['email_verified'] !== true) return undefined
  const value = claims[claim]
  return typeof value === 'string' ? claimedUserName(value) : undefined
}
