// The cookies of the portal's sign-in on https, as a browser gets them and sends them back (conformance SEC-01).
import { encode } from 'next-auth/jwt'
import { describe, expect, it } from 'vitest'
import { testDomain } from '../testing/domain.ts'
import { inNextScope } from '../testing/next-scope.ts'

const { signIn } = await import('./sign-in.ts') // After what Next puts into the process.
const SITE = 'https://care.example'

async function site() {
  const here = await testDomain({ PUBLIC_URL: SITE, SLIPWAY_ENV: 'development', DEMO: 'true' })
  const { domain } = here
  const get = (path: string, cookie = '') => {
    const request = new Request(`${SITE}/api/auth/${path}`, { headers: cookie ? { cookie } : {} })
    return inNextScope(request, () => signIn(domain, request, { params: Promise.resolve({ nextauth: [path] }) }))
  }
  const sealed = async () => {
    const account = await domain.database.prisma.account.findUnique({ where: { username: 'marijke@demo.test' } })
    const sid = await domain.portalSessions.begin(account?.id ?? '')
    const token = { sid, sub: account?.id ?? '', username: 'marijke@demo.test', name: 'Marijke Jansen' }
    return encode({ token, secret: domain.keys.secret('portal-session') })
  }
  const isSignedIn = async (cookie: string) =>
    ((await (await here.fetch('/portal/api/me', { headers: { cookie } })).json()) as { readonly signedIn: boolean })
      .signedIn
  return { ...here, get, sealed, isSignedIn }
}

describe('a cookie of the sign-in on https', () => {
  it('SEC-01 has the prefix __Host- and the attributes that go with it', async () => {
    process.env['NEXTAUTH_URL'] = SITE
    const { get } = await site()
    const set = (await get('csrf')).headers.getSetCookie()
    expect(set).toHaveLength(2)
    for (const cookie of set) {
      expect(cookie).toMatch(/^__Host-443\.next-auth\.(csrf-token|callback-url)=/)
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    }
  })

  it('SEC-01 signs in only with that prefix, so another host of the same domain cannot plant a session', async () => {
    const { sealed, isSignedIn } = await site()
    const value = await sealed()
    expect(await isSignedIn(`__Host-443.next-auth.session-token=${value}`)).toBe(true)
    for (const name of [
      '__Secure-443.next-auth.session-token',
      '443.next-auth.session-token',
      '__Host-next-auth.session-token',
    ])
      expect(await isSignedIn(`${name}=${value}`), name).toBe(false)
  })

  it('SEC-07 planted by another host of the same domain neither redirects elsewhere nor prevents a sign-in', async () => {
    process.env['NEXTAUTH_URL'] = SITE
    const { get } = await site()
    for (const name of [
      '__Secure-443.next-auth.callback-url',
      '443.next-auth.callback-url',
      '__Host-next-auth.callback-url',
    ]) {
      const answer = await get('csrf', `${name}=https%3A%2F%2Fevil.example`)
      expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([200, expect.not.stringContaining('evil')])
    }
    expect((await get('csrf', '__Host-443.next-auth.callback-url=https%3A%2F%2Fevil.example')).status).toBe(400)
  })
})
