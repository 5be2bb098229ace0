// After a failed sign-in, shows the page where it started again, with the failure.
import { SIGN_IN_FAILED } from '#lib/api/account.ts'
import { signInLeadsTo } from './sign-in-requests.ts'

/** Pages at which a sign-in starts, including those below them. All of them show a failed sign-in. */
const SECTIONS: readonly string[] = [
  ...['/account', '/admin', '/browse', '/connect', '/docs', '/launch/app', '/energy/app'],
  ...['/portal/compose', '/subscriptions', '/tools', '/traces'],
]

/**
 * Completes next-auth's redirect to the portal after a failure, according to where the sign-in started. For the portal
 * itself, the original query is kept, with `error` added. A page of a section is shown again with SIGN_IN_FAILED in its
 * query, except after `MissingClaim`: what the identity provider left out is explained by the portal. The redirect
 * never leads to another site or to any other page. Other answers are left unchanged.
 */
export function leadBackAfterFailure(answer: Response, request: Request, publicUrl: string): void {
  const portal = `${publicUrl}/portal`
  const location = answer.headers.get('location')
  const target = location !== null && URL.canParse(location, publicUrl) ? new URL(location, publicUrl) : undefined
  const error = target?.searchParams.get('error')
  const began = signInLeadsTo(request, publicUrl)
  if (!error || !began || pageOf(target) !== portal) return
  const query = new URLSearchParams(began.search)
  if (pageOf(began) === portal) query.set('error', error)
  else if (error !== 'MissingClaim' && isInSection(began)) query.set(SIGN_IN_FAILED.name, SIGN_IN_FAILED.value)
  else return
  answer.headers.set('location', `${pageOf(began)}?${query}`)
}

const pageOf = (url: URL | undefined): string | undefined => url && `${url.origin}${url.pathname}`

const isInSection = ({ pathname }: URL): boolean =>
  pathname === '/' || SECTIONS.some((section) => pathname === section || pathname.startsWith(`${section}/`))
