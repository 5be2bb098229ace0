// The cookies of a sign-in: next-auth's own names, with the marks of ours (conformance SEC-01). By default next-auth uses
// __Secure- for most of them, which another site of the same domain can set, and no mark of the site's port.
import type { NextAuthOptions } from 'next-auth'
import { cookieName } from '#lib/cookies.ts'
import { sessionCookieName } from '#lib/http/session-cookie-name.ts'

/** Time to log in, including a sign-up, in seconds. */
const PENDING_S = 15 * 60

/** Names and attributes of all sign-in cookies, for a site at `publicUrl`. */
export function signInCookies(publicUrl: string): NonNullable<NextAuthOptions['cookies']> {
  const secure = publicUrl.startsWith('https:')
  const cookie = (name: string, maxAge?: number) => ({
    name: cookieName(publicUrl, `next-auth.${name}`),
    options: {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      ...(maxAge === undefined ? {} : { maxAge }),
    } as const,
  })
  return {
    sessionToken: { ...cookie('session-token'), name: sessionCookieName(publicUrl) },
    callbackUrl: cookie('callback-url'),
    csrfToken: cookie('csrf-token'),
    pkceCodeVerifier: cookie('pkce.code_verifier', PENDING_S),
    state: cookie('state', PENDING_S),
    nonce: cookie('nonce'),
  }
}
