// Whether a form was sent by a page of our own: what stands against cross-site request forgery (conformance SEC-08).

/**
 * True for a request that the browser says comes from `publicUrl`'s own origin.
 * A page with `Referrer-Policy: no-referrer` sends `Origin: null`: then Sec-Fetch-Site, which no script can set, decides.
 * A request that carries neither is refused: whoever sends it is not a page of ours.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return false
  const origin = request.headers.get('origin')
  if (origin === null || origin === 'null') return site === 'same-origin'
  return origin === new URL(publicUrl).origin
}

/** Whether a request would change something, and is not of a page of ours. */
export const isForeignChange = (request: Request, publicUrl: string): boolean =>
  request.method !== 'GET' && request.method !== 'HEAD' && !isSameOrigin(request, publicUrl)
