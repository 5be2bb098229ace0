// After a sign-in that failed, the portal shows what it showed where the sign-in began, and says that it failed.
import { signInLeadsTo } from './sign-in-requests.ts'

/**
 * Completes next-auth's redirect to the portal after a failure: `error` stays, and the rest of the query is that of the portal's
 * address where the sign-in began. It never leads to another page. Any other answer is left as it is.
 */
export function leadBackAfterFailure(answer: Response, request: Request, publicUrl: string): void {
  const portal = `${publicUrl}/portal`
  const location = answer.headers.get('location')
  const target = location !== null && URL.canParse(location, publicUrl) ? new URL(location, publicUrl) : undefined
  const error = target?.searchParams.get('error')
  const began = signInLeadsTo(request, publicUrl)
  if (!error || pageOf(target) !== portal || pageOf(began) !== portal) return
  const query = new URLSearchParams(began?.search)
  query.set('error', error)
  answer.headers.set('location', `${portal}?${query}`)
}

const pageOf = (url: URL | undefined): string | undefined => url && `${url.origin}${url.pathname}`
