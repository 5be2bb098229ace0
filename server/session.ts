// Sign-in to the portal through the shared identity provider, by next-auth (architecture: people's sessions).
import NextAuth, { type NextAuthOptions } from 'next-auth'
import type { Domain } from './wiring.ts'
import { domain, portalIdpClient } from './wiring.ts'

const SESSION_S = 8 * 60 * 60 // a working day

/** The route handler of /api/auth/**. */
export async function nextAuth(
  request: Request,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  return NextAuth(request as never, context as never, options(await domain())) as Promise<Response>
}

function options(current: Domain): NextAuthOptions {
  const { config, keys } = current
  const idp = portalIdpClient(current)
  return {
    secret: keys.secret('portal-session'),
    session: { strategy: 'jwt', maxAge: SESSION_S },
    jwt: { maxAge: SESSION_S },
    useSecureCookies: config.publicUrl.startsWith('https:'),
    pages: { signIn: '/portal', signOut: '/portal', error: '/portal' },
    providers: [
      {
        id: 'shared-idp',
        name: 'Slipway',
        type: 'oauth',
        issuer: idp.issuer,
        wellKnown: `${idp.issuer}/.well-known/openid-configuration`,
        clientId: idp.clientId,
        clientSecret: idp.clientSecret ?? '',
        authorization: { params: { scope: 'openid profile email' } },
        idToken: true,
        checks: ['pkce', 'state', 'nonce'],
        profile: (claims: Record<string, unknown>) => ({
          id: String(claims['sub']),
          name: typeof claims['name'] === 'string' ? claims['name'] : null,
          username: userName(claims, config.idpClaim),
        }),
      },
    ],
    callbacks: {
      // Only who it is is kept: the provider's tokens are of no use to the portal.
      jwt: ({ token, user }) =>
        user ? { sub: user.id, name: user.name ?? null, username: (user as { username?: string }).username } : token,
      session: ({ session, token }) => ({ expires: session.expires, user: { name: token.name ?? null } }),
    },
  }
}

/** The value that names the user at this domain; an e-mail address counts only when it is verified (SHARED_IDP_CLAIM). */
function userName(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  if (claim === 'email' && claims['email_verified'] !== true) return undefined
  const value = claims[claim]
  return typeof value === 'string' ? value.normalize('NFC').toLowerCase() : undefined
}
