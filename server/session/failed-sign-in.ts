// After a failed sign-in, shows the page where it started again, with the failure; after a cancelled one as it was.
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
 *
 * Who cancels knows it, and is told of no failure: access_denied is that of the embedded provider, while another one refuses people by
 * it, too (`mayRefuse`).
 */
export function leadBackAfterFailure(answer: Response, request: Request, publicUrl: string, mayRefuse: boolean): void {
  const portal = `${publicUrl}/portal`
  const location = answer.headers.get('location')
  const target = location !== null && URL.canParse(location, publicUrl) ? new URL(location, publicUrl) : undefined
  const error = target?.searchParams.get('error')
  const began = signInLeadsTo(request, publicUrl)
  if (!error) return
  // next-auth answers the provider by way of an address of its own, which leads on to the portal.
  if (!mayRefuse && new URL(request.url).searchParams.get('error') === 'access_denied') {
    const back = new URL(began && (pageOf(began) === portal || isInSection(began)) ? began : portal)
    for (const name of ['error', SIGN_IN_FAILED.name]) back.searchParams.delete(name)
    answer.headers.set('location', back.href)
    return
  }
  if (!began || pageOf(target) !== portal) return
  const query = new URLSearchParams(began.search)
  if (pageOf(began) === portal) query.set('error', error)
  else if (error !== 'MissingClaim' && isInSection(began)) query.set(SIGN_IN_FAILED.name, SIGN_IN_FAILED.value)
  else return
  answer.headers.set('location', `${pageOf(began)}?${query}`)
}

const pageOf = (url: URL | undefined): string | undefined => url && `${url.origin}${url.pathname}`

const isInSection = ({ pathname }: URL): boolean =>
  pathname === '/' || SECTIONS.some((section) => pathname === section || pathname.startsWith(`${section}/`))
