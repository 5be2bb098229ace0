// Tests if a form was sent by one of our own pages: the defence against cross-site request forgery (conformance SEC-08).
import { isReading } from './allow.ts'

/**
 * True for a request that the browser attributes to `publicUrl`'s own origin. A page with `Referrer-Policy: no-referrer` sends
 * `Origin: null`: then Sec-Fetch-Site, which no script can set, decides. A request with neither header is refused: its sender is no
 * page of ours.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const origin = request.headers.get('origin')
  if (origin === null || origin === 'null') return site === 'same-origin'
  return origin === new URL(publicUrl).origin
}

/** True for a request that would change something and does not come from one of our pages. */
export const isForeignChange = (request: Request, publicUrl: string): boolean =>
  !isReading(request) && !isSameOrigin(request, publicUrl)
