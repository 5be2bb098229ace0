// Cookies as conformance SEC-01 wants them: HttpOnly, SameSite=Lax, no Domain; Secure and __Host- on https.

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

/** Cookies for a site at `publicUrl`: names get the __Host- prefix when https allows it. */
export function cookieJar(publicUrl: string): CookieJar {
  const secure = publicUrl.startsWith('https:')
  const fullName = (name: string) => (secure ? `__Host-${name}` : name)
  const write = (name: string, value: string, { maxAge }: { readonly maxAge?: number } = {}) =>
    `${fullName(name)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`
  return {
    read: (request, name) => readCookie(request.headers.get('cookie') ?? '', fullName(name)),
    namesAfter: (request, prefix) => {
      const names = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
      const named = names.filter((name) => name.startsWith(fullName(prefix)))
      return named.map((name) => name.slice(fullName(prefix).length)).filter((rest) => /^[\w-]+$/.test(rest))
    },
    write,
    clear: (name) => write(name, '', { maxAge: 0 }),
  }
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
