// The cookie of a person signed in to the portal: a session of the domain, sealed as next-auth seals it.
import { randomUUID } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { sessionCookieName } from '#lib/http/session-cookie-name.ts'
import type { UserAgent } from '#lib/http/user-agent.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import type { Domain } from '../domain/domain.ts'

interface SignedInPerson {
  /** The identity provider's `sub`: the id of an account of the domain. */
  readonly id: string
  readonly username: string
  readonly name?: string | null
  readonly idToken?: string
  /** The session at the identity provider. */
  readonly atIdp?: string
}

/** The cookie of a session that begins now. */
export async function portalCookie(
  { config, keys, portalSessions }: Pick<Domain, 'config' | 'keys' | 'portalSessions'>,
  { id, username, name = username, idToken, atIdp = randomUUID() }: SignedInPerson,
): Promise<string> {
  const token = { sid: await portalSessions.begin(id, atIdp), sub: id, username, name, ...(idToken ? { idToken } : {}) }
  return `${sessionCookieName(config.publicUrl)}=${await encode({ token, secret: keys.secret('portal-session') })}`
}

/** The cookie of a person of the demo, by reference or user name, who is signed in to the portal. */
export async function demoCookie(domain: Domain, who: string): Promise<string> {
  const login = DEMO_LOGINS.find((one) => one.username === who || ('reference' in one && one.reference === who))
  if (!login) throw new Error(`${who} is nobody of the demo`)
  const { username, name } = login
  const account = await domain.storage.idp.accounts.findByUsername(username)
  return portalCookie(domain, { id: account?.id ?? username, username, name })
}

/** Signs a person of the demo in to the portal in this browser. The identity provider does not know of it, and asks. */
export async function signInAs(domain: Domain, browser: UserAgent, who: string): Promise<void> {
  browser.keep(domain.config.publicUrl, await demoCookie(domain, who))
}
