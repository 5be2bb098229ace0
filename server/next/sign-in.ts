// Sign-in to the portal through the shared identity provider, by next-auth (architecture: people's sessions).
import { decodeJwt } from 'jose'
import { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions, type Profile } from 'next-auth'
import { decode, type JWT } from 'next-auth/jwt'
import type { UserinfoEndpointHandler } from 'next-auth/providers/oauth'
import { SECOND } from '#lib/clock.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isAtUserinfo, withUserinfo } from '#lib/oauth/claims-from.ts'
import { claimedUserName } from '#lib/oauth/user-name.ts'
import type { Domain } from '../domain/domain.ts'
import { domain, portalIdpClient } from '../domain/domain.ts'
import { refuseTooMany } from '../domain/limited.ts'
import { type CleanRequest, cleanRequest, type NotLetIn, strangeCallbackCookie } from '../session/sign-in-requests.ts'
import { isLive, sessionToken } from '../session/signed-in.ts'
import { PORTAL_SESSION_LIFETIME_MS } from '../storage/sqlite/registry/portal-sessions.ts'

const SESSION_S = PORTAL_SESSION_LIFETIME_MS / SECOND

type Context = { readonly params: Promise<{ readonly nextauth: string[] }> }

/** The route handler of /api/auth/**. Nothing that it answers is for a cache. */
export async function nextAuth(request: Request, context: Context): Promise<Response> {
  const current = await domain()
  const tooMany = await refuseTooMany(current.limits, 'session', request)
  if (tooMany) return tooMany
  const { nextauth } = await context.params
  const strange = strangeCallbackCookie(request, current.config.publicUrl)
  if (strange) return withoutCookie(strange)
  const clean = await cleanRequest(request, nextauth, current.config.publicUrl)
  if (typeof clean === 'number') return notLetIn(clean)
  try {
    const ended: { token?: JWT } = {}
    const answer = (await NextAuth(
      asNext(request, clean) as never,
      context as never,
      options(current, request, ended),
    )) as Response
    answer.headers.set('cache-control', NO_STORE['cache-control'] ?? '')
    return ended.token ? await leavingForIdp(current, answer, ended.token) : answer
  } catch (error) {
    current.log.error({ error: error instanceof Error ? error.name : typeof error }, 'a sign-in failed by a fault')
    return respondJson(500, { error: 'unexpected', error_description: 'Signing in failed. Try again.' }, NO_STORE)
  }
}

/** Takes the cookie back; whoever was tripped up by it tries again. */
const withoutCookie = (name: string): Response => {
  const secure = name.startsWith('__Secure-') ? '; Secure' : ''
  const body = { error: 'invalid_request', error_description: 'A cookie of this site was not ours. Try again.' }
  return respondJson(400, body, {
    ...NO_STORE,
    'set-cookie': `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`,
  })
}

function notLetIn(status: NotLetIn): Response {
  if (status === 204) return new Response(null, { status, headers: NO_STORE })
  const error = status === 404 ? 'not_found' : 'invalid_request'
  const description = { 404: 'There is nothing at this address.', 413: 'The form is too large.', 415: 'Send a form.' }
  return respondJson(status, { error, error_description: description[status] }, NO_STORE)
}

/** The request with the query and the form that are left of it. */
function asNext({ url, method, headers }: Request, { query, form }: CleanRequest): NextRequest {
  const address = new URL(url)
  address.search = query
  return new NextRequest(address, { method, headers, ...(form === undefined ? {} : { body: form }) })
}

/** What next-auth's script is told of a sign-out leads on to the identity provider, so that it forgets who it was, too. */
async function leavingForIdp({ signOut, config }: Domain, answer: Response, token: JWT): Promise<Response> {
  if (!answer.headers.get('content-type')?.includes('json')) return answer
  const { url } = (await answer.json()) as { readonly url: string }
  const { pathname, search } = new URL(url, config.publicUrl)
  const idToken = typeof token['idToken'] === 'string' ? token['idToken'] : undefined
  const leaving = await signOut({ idToken, backTo: pathname + search })
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify({ url: leaving ?? url }), { status: answer.status, headers })
}

/** Characters of an id_token that is kept in the sealed cookie until the sign-out: browsers take 4096 of it all. */
const LONGEST_ID_TOKEN = 2000

/** A new session for whoever signed in; the one that this browser had is over. */
async function begun({ config, keys, portalSessions }: Domain, request: Request, subject: string): Promise<string> {
  const former = await sessionToken(request, config.publicUrl, keys.secret('portal-session'))
  if (typeof former?.['sid'] === 'string') portalSessions.end(former['sid'])
  return portalSessions.begin(subject)
}

/** `ended` is told of the session that a sign-out ends. */
function options(current: Domain, request: Request, ended: { token?: JWT }): NextAuthOptions {
  const { config, keys, portalSessions } = current
  const idp = portalIdpClient(current)
  return {
    secret: keys.secret('portal-session'),
    session: { strategy: 'jwt', maxAge: SESSION_S },
    jwt: {
      maxAge: SESSION_S,
      // A session that was ended is none, whoever still has its cookie.
      decode: async (params) => {
        const token = await decode(params)
        return token && isLive(portalSessions, token) ? token : null
      },
    },
    useSecureCookies: config.publicUrl.startsWith('https:'),
    events: portalEvents(current, request, ended),
    logger: portalLogger(current, request),
    pages: { signIn: '/portal', signOut: '/portal', error: '/portal' },
    providers: [
      {
        id: 'shared-idp',
        name: 'Slipway',
        type: 'oauth',
        issuer: idp.issuer,
        wellKnown: `${idp.issuer}/.well-known/openid-configuration`,
        clientId: idp.clientId,
        clientSecret: idp.clientSecret ?? '',
        authorization: { params: { scope: 'openid profile email' } },
        idToken: true,
        userinfo: { request: (asked) => claimsOf(config, asked) },
        checks: ['pkce', 'state', 'nonce'],
        profile: (claims: Record<string, unknown>) => ({
          id: String(claims['sub']),
          name: typeof claims['name'] === 'string' ? claims['name'] : null,
          username: userName(claims, config.idpClaim),
        }),
      },
    ],
    callbacks: {
      // Nobody is let in of whom it is not known who it is: the page says what is missing, and so does the log.
      signIn: ({ user, profile }) => {
        if ((user as { username?: string }).username !== undefined) return true
        missingClaim(current, request, user.id, profile)
        return `${config.publicUrl}/portal?error=MissingClaim`
      },
      // Only who it is is kept, and the id_token, with which the sign-out proves to the provider whose session is to end.
      jwt: async ({ token, user, account }) => {
        if (!user) return token
        const idToken = account?.id_token
        return {
          sid: await begun(current, request, user.id),
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

type Asked = Parameters<NonNullable<UserinfoEndpointHandler['request']>>[0]

/** The claims of the id_token, with the one that names the person from where the provider puts it (SHARED_IDP_CLAIMS_FROM). */
async function claimsOf({ idpClaim, idpClaimsFrom }: Domain['config'], { client, tokens }: Asked): Promise<Profile> {
  // next-auth has verified it.
  const claims = decodeJwt(tokens.id_token ?? '')
  const isElsewhere = isAtUserinfo(claims, idpClaim, idpClaimsFrom)
  const hasUserinfo = client.issuer.metadata.userinfo_endpoint !== undefined
  if (!isElsewhere || (!hasUserinfo && idpClaimsFrom === 'auto')) return claims
  const userinfo = await client.userinfo(tokens.access_token ?? '')
  if (userinfo.sub !== claims.sub) throw new Error('The answer of userinfo is about another subject') // §5.3.2
  return {
    ...(userinfo.name === undefined ? {} : { name: userinfo.name }),
    ...withUserinfo(claims, userinfo, idpClaim),
  }
}

function missingClaim(current: Domain, request: Request, subject: string, profile: Profile | undefined): void {
  const { issuer } = portalIdpClient(current)
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

/** Who comes in and goes, for the audit log. */
function portalEvents(
  current: Domain,
  request: Request,
  ended: { token?: JWT },
): NonNullable<NextAuthOptions['events']> {
  const audit = portalAudit(current)
  const { issuer } = portalIdpClient(current)
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
    signOut: ({ token }) => {
      if (!token) return // It had ended before.
      ended.token = token
      if (typeof token['sid'] === 'string') current.portalSessions.end(token['sid'])
      audit.record({
        name: 'logout',
        request,
        description: 'portal: the person signed out',
        person: person(token.sub ?? '', token['username']),
      })
    },
  }
}

/** next-auth writes to the console otherwise, in several lines and with what an answer had in it. */
function portalLogger(current: Domain, request: Request): NonNullable<NextAuthOptions['logger']> {
  const known = (code: string) => (/^[A-Z_]{1,60}$/.test(code) ? code : 'UNKNOWN')
  return {
    error: (code, metadata) => {
      const cause = metadata instanceof Error ? metadata : metadata.error
      current.log.warn({ event: 'portal.sign-in', reason: known(code), cause }, 'the portal could not sign somebody in')
      if (!known(code).includes('OAUTH')) return
      portalAudit(current).record({
        name: 'login',
        request,
        outcome: 'refused',
        description: `portal: the sign-in did not come about (${known(code)})`,
        identityProvider: portalIdpClient(current).issuer,
      })
    },
    warn: (code) => current.log.warn({ event: 'portal.sign-in', reason: known(code) }, 'next-auth warns'),
    debug: () => {},
  }
}

const portalAudit = ({ audit, config }: Domain) => audit.at(`${config.publicUrl}/portal`)

/** The value that names the user at this domain; an e-mail address counts only when it is verified (SHARED_IDP_CLAIM). */
function userName(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  if (claim === 'email' && claims['email_verified'] !== true) return undefined
  const value = claims[claim]
  return typeof value === 'string' ? claimedUserName(value) : undefined
}
