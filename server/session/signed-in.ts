// The signed-in person of a request, read from next-auth's session cookie (see sign-in.ts).
import { decode, type GetTokenParams, getToken, type JWT } from 'next-auth/jwt'
import { SECOND } from '#lib/clock.ts'
import { sessionCookieName } from '#lib/http/session-cookie-name.ts'
import { isOfOtherPage } from '#lib/oauth/person-mark.ts'
import { recentlyUsed } from '#lib/recently-used.ts'
import type { Viewer } from '../portal/portal.ts'
import type { PortalSessions } from './store.ts'

/**
 * Reads the signed-in person of a request; undefined without a session, after anybody ended it, and for a page that was made
 * for somebody else.
 */
export function sessionViewer(publicUrl: string, secret: () => string, sessions: Pick<PortalSessions, 'find'>) {
  return async (request: Request): Promise<Viewer | undefined> => {
    const token = await sessionToken(request, publicUrl, secret())
    if (typeof token?.['username'] !== 'string' || isOfOtherPage(request, token['username'])) return undefined
    const session = await liveSession(sessions, token)
    if (!session) return undefined
    const { issuer } = token
    const login = typeof issuer === 'string' && token.sub ? { issuer, subject: token.sub } : undefined
    return { username: token['username'], name: token.name ?? undefined, login, sid: session.sid }
  }
}

/** A token's session until it ends; undefined for a token without `sid`, issued before sessions could be ended. */
export const liveSession = async (sessions: Pick<PortalSessions, 'find'>, { sid }: JWT) =>
  typeof sid === 'string' ? sessions.find(sid) : undefined

/**
 * The content of the session cookie, if it is one of ours and has not expired. The session may have ended, see liveSession.
 */
export async function sessionToken(request: Request, publicUrl: string, secret: string): Promise<JWT | null> {
  const cookies = Object.fromEntries(
    (request.headers.get('cookie') ?? '').split(';').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
  const req = { cookies, headers: {} } as Parameters<typeof getToken>[0]['req']
  return getToken({ req, secret, cookieName: sessionCookieName(publicUrl), decode: decodeOnce })
}

/** Cookies of that many people, some kB each. */
const MOST_READ = 1000
const read = recentlyUsed<{ readonly content: JWT; readonly secret: unknown }>(MOST_READ)

/** One page asks several times who is there, and next-auth would derive its key from the secret each time: a tenth of the page's work. */
const decodeOnce: NonNullable<GetTokenParams['decode']> = async (cookie) => {
  const { token = '', secret } = cookie
  const known = read.get(token)
  if (known?.secret === secret && Number(known?.content['exp']) > Date.now() / SECOND) return known?.content ?? null
  const content = await decode(cookie)
  if (content) read.set(token, { content, secret })
  return content
}
