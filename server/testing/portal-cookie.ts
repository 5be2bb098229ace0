// The cookie of a person signed in to the portal: a session of the domain, sealed as next-auth seals it.
import { encode } from 'next-auth/jwt'
import { sessionCookieName } from '#lib/http/session-cookie.ts'
import type { Domain } from '../domain/domain.ts'

interface SignedInPerson {
  /** The identity provider's `sub`: the id of an account of the domain. */
  readonly id: string
  readonly username: string
  readonly name?: string | null
  readonly idToken?: string
}

/** The cookie of a session that begins now. */
export async function portalCookie(
  { config, keys, portalSessions }: Pick<Domain, 'config' | 'keys' | 'portalSessions'>,
  { id, username, name = username, idToken }: SignedInPerson,
): Promise<string> {
  const token = { sid: await portalSessions.begin(id), sub: id, username, name, ...(idToken ? { idToken } : {}) }
  return `${sessionCookieName(config.publicUrl)}=${await encode({ token, secret: keys.secret('portal-session') })}`
}
