// A log-in for a launch is one for the pages of the site, too: a page that knows nobody asks the identity provider, once and without a
// question, who is there. Nobody is, where it would have to ask: the page is then shown as it was asked for.
import { cookieJar } from '#lib/cookies.ts'
import { queryParams } from '#lib/http/params.ts'
import { NO_STORE } from '#lib/http/respond.ts'
import { LOGGED_IN } from '#lib/oauth/logged-in-cookie.ts'
import { signInLeadsTo } from './sign-in-requests.ts'

/** Passes a request on to next-auth, as its script would send it. */
type Ask = (path: string, init?: RequestInit) => Promise<Response>

/**
 * GET /api/auth/who-is-there?callbackUrl=…: begins a sign-in with prompt=none, for which next-auth wants a POST with its anti-forgery
 * token, and forgets the note that led here. A browser without that token comes again with it.
 */
export async function whoIsThere(request: Request, publicUrl: string, ask: Ask): Promise<Response> {
  const asked = new URL(request.url)
  const token = await ask('csrf')
  const given = token.headers.getSetCookie()
  if (given.some((cookie) => cookie.includes('csrf-token')) && !asked.searchParams.has('again')) {
    asked.searchParams.set('again', '1')
    return leadingTo(asked.pathname + asked.search, given)
  }
  const { csrfToken } = (await token.json()) as { readonly csrfToken: string }
  const callbackUrl = queryParams(request).get('callbackUrl') ?? '/'
  const begun = await ask('signin/shared-idp?prompt=none', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `${new URLSearchParams({ csrfToken, callbackUrl, json: 'true' })}`,
  })
  const { url = '/' } = (await begun.json()) as { readonly url?: string } // Without one, when something failed.
  return leadingTo(url, [...begun.headers.getSetCookie(), cookieJar(publicUrl).clear(LOGGED_IN)])
}

/** The answers of a provider that would have to ask the person something (OpenID Connect Core §3.1.2.6). */
const WOULD_ASK = /^(login|interaction|consent|account_selection)_required$/

/** The way back from a provider that would have to ask; undefined for any other answer of it. */
export function nobodyIsThere(request: Request, path: string, publicUrl: string): Response | undefined {
  if (path !== 'callback/shared-idp' || !WOULD_ASK.test(queryParams(request).get('error') ?? '')) return undefined
  return leadingTo((signInLeadsTo(request, publicUrl) ?? new URL('/portal', publicUrl)).href, [])
}

function leadingTo(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ ...NO_STORE, location })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
