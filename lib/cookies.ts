// Cookies as conformance SEC-01 wants them: HttpOnly, SameSite=Lax, no Domain; Secure and __Host- on https. Browsers send
// the cookies of a host to each of its ports (RFC 6265 §8.5), so every name begins with the port of its site.

/** Reads the cookies of requests, and makes Set-Cookie headers. */
export interface CookieJar {
  /** The value of a cookie that the request carries. */
  readonly read: (request: Request, name: string) => string | undefined
  /** The rest of the names that begin with `prefix`, in the order in which the browser got the cookies (RFC 6265 §5.4). */
  readonly namesAfter: (request: Request, prefix: string) => readonly string[]
  /** A Set-Cookie header value; `maxAge` in seconds, absent for a session cookie. */
  readonly write: (name: string, value: string, options?: { readonly maxAge?: number }) => string
  /** A Set-Cookie header value that removes the cookie. */
  readonly clear: (name: string) => string
}

/** Cookies for a site at `publicUrl`; `ahead` sets the names of one peer apart from those of another. */
export function cookieJar(publicUrl: string, ahead = ''): CookieJar {
  const secure = publicUrl.startsWith('https:')
  const mark = cookieName(publicUrl, ahead)
  const write = (name: string, value: string, { maxAge }: { readonly maxAge?: number } = {}) =>
    `${mark}${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`
  return {
    read: (request, name) => readCookie(request.headers, mark + name),
    namesAfter: (request, prefix) => {
      const names = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
      const named = names.filter((name) => name.startsWith(mark + prefix))
      return named.map((name) => name.slice(mark.length + prefix.length)).filter((rest) => /^[\w-]+$/.test(rest))
    },
    write,
    clear: (name) => write(name, '', { maxAge: 0 }),
  }
}

/**
 * The whole name of a cookie of the site at `publicUrl`: with __Host- where https allows it, so that no other site of
 * the domain can set it, and with the port, so that no other server of the host does.
 */
export const cookieName = (publicUrl: string, name: string): string =>
  `${publicUrl.startsWith('https:') ? '__Host-' : ''}${portMark(publicUrl)}${name}`

/** What the names of the cookies of the site at `url` begin with: its port, also where the URL leaves it out. */
export function portMark(url: string): string {
  const { protocol, port } = new URL(url)
  return `${port || (protocol === 'https:' ? '443' : '80')}.`
}

/** The value of the first cookie with this whole name. */
export function readCookie(
  headers: { readonly get: (name: string) => string | null },
  name: string,
): string | undefined {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
