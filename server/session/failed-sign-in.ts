// After a sign-in that failed, the page where it began is shown again, and says that it failed.
import { SIGN_IN_FAILED } from '#lib/api/account.ts'
import { signInLeadsTo } from './sign-in-requests.ts'

/** Pages, with those below them, at which a sign-in begins: all of them say that it failed. */
const SECTIONS: readonly string[] = [
  ...['/admin', '/browse', '/connect', '/docs', '/launch/app'],
  ...['/portal/compose', '/subscriptions', '/tools', '/traces'],
]

/**
 * Completes next-auth's redirect to the portal after a failure, by where the sign-in began. Of the portal's own address the query stays,
 * with `error`. A page of a section is shown again with SIGN_IN_FAILED in its query, but where the identity provider gave too little
 * (`MissingClaim`): what is missing is told by the portal. It never leads to another site or another page. Any other answer is left as it is.
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
