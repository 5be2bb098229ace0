// Sign-in to the portal through the shared identity provider, by next-auth (architecture: people's sessions).
import { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import type { Log } from '#lib/log.ts'
import { comparableName } from '#lib/oauth/claimed-name.ts'
import { type CleanRequest, cleanRequest, type NotLetIn, strangeCallbackCookie } from './session-door.ts'
import type { Domain } from './wiring.ts'
import { domain, portalIdpClient } from './wiring.ts'

const SESSION_S = 8 * 60 * 60 // a working day

type Context = { readonly params: Promise<{ readonly nextauth: string[] }> }

/** The route handler of /api/auth/**. Nothing that it answers is for a cache. */
export async function nextAuth(request: Request, context: Context): Promise<Response> {
  const current = await domain()
  const { nextauth } = await context.params
  const strange = strangeCallbackCookie(request, current.config.publicUrl)
  if (strange) return withoutCookie(strange)
  const clean = await cleanRequest(request, nextauth, current.config.publicUrl)
  if (typeof clean === 'number') return notLetIn(clean)
  try {
    const answer = (await NextAuth(asNext(request, clean) as never, context as never, options(current))) as Response
    answer.headers.set('cache-control', NO_STORE['cache-control'] ?? '')
    return answer
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

/** next-auth's own log would repeat, line breaks and all, what strangers write into cookies and addresses: its codes say enough. */
const loggerOf = (log: Log): NonNullable<NextAuthOptions['logger']> => ({
  error: (code) => log.warn({ event: 'sign-in', reason: code }, 'a sign-in was refused'),
  warn: (code) => log.warn({ event: 'sign-in', reason: code }, 'next-auth warns'),
  debug: () => undefined,
})

function options(current: Domain): NextAuthOptions {
  const { config, keys, log } = current
  const idp = portalIdpClient(current)
  return {
    secret: keys.secret('portal-session'),
    logger: loggerOf(log),
    session: { strategy: 'jwt', maxAge: SESSION_S },
    jwt: { maxAge: SESSION_S },
    useSecureCookies: config.publicUrl.startsWith('https:'),
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
        checks: ['pkce', 'state', 'nonce'],
        profile: (claims: Record<string, unknown>) => ({
          id: String(claims['sub']),
          name: typeof claims['name'] === 'string' ? claims['name'] : null,
          username: userName(claims, config.idpClaim),
        }),
      },
    ],
    callbacks: {
      // Only who it is is kept: the provider's tokens are of no use to the portal.
      jwt: ({ token, user }) =>
        user ? { sub: user.id, name: user.name ?? null, username: (user as { username?: string }).username } : token,
      session: ({ session, token }) => ({ expires: session.expires, user: { name: token.name ?? null } }),
    },
  }
}

/** The value that names the user at this domain; an e-mail address counts only when it is verified (SHARED_IDP_CLAIM). */
function userName(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  if (claim === 'email' && claims['email_verified'] !== true) return undefined
  const value = claims[claim]
  return typeof value === 'string' ? comparableName(value) : undefined
}
