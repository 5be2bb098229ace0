// Who is signed in to the portal: read from the session cookie that next-auth keeps (see session.ts).
import { getToken } from 'next-auth/jwt'
import type { Viewer } from './portal/portal.ts'

/** Reads the signed-in person of a request; undefined when nobody is. The session of an account that is gone is over. */
export function sessionViewer(
  publicUrl: string,
  secret: () => string,
  isCurrent: (account: string) => Promise<boolean>,
) {
  return async (request: Request): Promise<Viewer | undefined> => {
    const cookies = Object.fromEntries(
      (request.headers.get('cookie') ?? '').split(';').map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
      }),
    )
    const req = { cookies, headers: {} } as Parameters<typeof getToken>[0]['req']
    const token = await getToken({ req, secret: secret(), secureCookie: publicUrl.startsWith('https:') })
    if (typeof token?.['username'] !== 'string' || !(await isCurrent(token.sub ?? ''))) return undefined
    const { issuer } = token
    const login = typeof issuer === 'string' && token.sub ? { issuer, subject: token.sub } : undefined
    return { username: token['username'], name: token.name ?? undefined, login }
  }
}
