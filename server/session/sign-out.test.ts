// Signing out of the portal and the console: the session, the redirect to the identity provider, and back.
import { describe, expect, it } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { type TestDomain, testDomain } from '../testing/domain.ts'
import { portalCookie } from '../testing/portal-cookie.ts'

const SITE = 'http://localhost:3000'
const EXTERNAL = { SHARED_IDP_ISSUER: 'https://idp.example', SHARED_IDP_CLIENT_ID: 'slipway' }

const METADATA = { issuer: 'https://idp.example', end_session_endpoint: 'https://idp.example/end' }

const me = async ({ fetch }: TestDomain, cookie: string) =>
  (await (await fetch('/portal/api/me', { headers: { cookie } })).json()) as { readonly signedIn: boolean }

describe('a portal session that was ended', () => {
  it('ASVS 3.3.1 is ended at the server: its cookie opens nothing any more', async () => {
    const here = await testDomain()
    const person = { id: 'somebody', username: 'marijke@demo.test' }
    const [first, second] = [await here.domain.portalSessions.begin('x'), await portalCookie(here.domain, person)]
    expect(await me(here, second)).toMatchObject({ signedIn: true })
    await here.domain.sql.rows("DELETE FROM portal_session WHERE subject = 'somebody'")
    expect(await me(here, second)).toMatchObject({ signedIn: false })
    expect((await here.domain.portalSessions.find(first)) !== undefined).toBe(true)
    await here.domain.portalSessions.end(first)
    expect((await here.domain.portalSessions.find(first)) !== undefined).toBe(false)
  })
})

describe('the sign-out address at the identity provider', () => {
  it('is its end_session_endpoint, with the id_token and the address to return to', async () => {
    const { domain } = await testDomain()
    const url = new URL((await domain.signOut({ idToken: 'e30.e30.c2ln', backTo: '/admin' })) ?? '')
    expect(url.origin + url.pathname).toBe(`${SITE}/idp/logout`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'slipway-portal',
      id_token_hint: 'e30.e30.c2ln',
      post_logout_redirect_uri: `${SITE}/portal/signed-out`,
      state: '/admin',
    })
  })

  it('is that of another provider’s discovery document, which is kept, and fetched again after the clock was set back', async () => {
    let asked = 0
    const network = async () => {
      asked += 1
      return Response.json({ issuer: 'https://idp.example', end_session_endpoint: 'https://idp.example/end?a=1' })
    }
    const { domain, advance } = await testDomain(EXTERNAL, { network })
    for (const idToken of [undefined, 'e30.e30.c2ln'])
      expect(await domain.signOut({ idToken, backTo: '/portal' })).toMatch(
        /^https:\/\/idp\.example\/end\?a=1&client_id=slipway&post_logout_redirect_uri=/,
      )
    expect(asked).toBe(1)
    advance(-HOUR)
    await domain.signOut({ idToken: undefined, backTo: '/portal' })
    expect(asked, 'after the clock was set back').toBe(2)
  })

  it.each([
    ['is busy', async () => Response.json({ error: 'busy' }, { status: 503 })],
    ['does not answer', async () => Promise.reject(new TypeError('fetch failed'))],
    ['is no document', async () => new Response('<html>')],
    ['is of another issuer', async () => Response.json({ ...METADATA, issuer: 'https://other.example' })],
  ])('is fetched again at the next sign-out when the discovery document %s', async (_, first) => {
    const answers = [first, async () => Response.json(METADATA)]
    const { domain } = await testDomain(EXTERNAL, { network: async () => (answers.shift() ?? first)() })
    const leaving = { idToken: undefined, backTo: '/portal' }
    expect(await domain.signOut(leaving)).toBeUndefined()
    expect(await domain.signOut(leaving)).toMatch(/^https:\/\/idp\.example\/end\?/)
  })

  it.each([
    ['names none', async () => Response.json({ issuer: 'https://idp.example' })],
    ['names no address', async () => Response.json({ end_session_endpoint: 'javascript:alert(1)' })],
    [
      'has no end',
      async () => Response.json({ pad: 'x'.repeat(300_000), end_session_endpoint: 'https://idp.example/end' }),
    ],
    ['is no document', async () => new Response('busy', { status: 503 })],
    ['does not answer', async () => Promise.reject(new TypeError('fetch failed'))],
  ])('is missing when the discovery document %s', async (_, network) => {
    const { domain } = await testDomain(EXTERNAL, { network })
    expect(await domain.signOut({ idToken: undefined, backTo: '/portal' })).toBeUndefined()
  })
})

describe('the return from the identity provider after a sign-out', () => {
  it.each([
    ['/admin', '/admin?'],
    ['/browse/Patient?name=a', '/browse/Patient?name=a&'],
    [undefined, '/portal?'],
    ['//evil.example', '/portal?'],
    ['/\\evil.example', '/portal?'],
    ['https://evil.example/', '/portal?'],
    ['/%00', '/%00?'],
    ['/a b', '/portal?'],
  ])('with state %j leads to %s, never to another site, and says what has ended', async (state, path) => {
    const here = await testDomain()
    const query = state === undefined ? '' : `?${new URLSearchParams({ state })}`
    const answer = await here.fetch(`/portal/signed-out${query}`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`${SITE}${path}signed-out=everywhere`)
  })
})
