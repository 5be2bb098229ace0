// Several servers on one host in one browser, which sends the cookies of the host to each of its ports (RFC 6265 §8.5): two domains,
// and a Slipway that is the identity provider of one of them.
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { PortalMe } from '#lib/api/portal.ts'
import { createUserAgent, formWith, type Page, type UserAgent } from '#lib/http/user-agent.ts'
import { freePort } from '../../scripts/free-port.mjs'
import { PORTAL, testProvider } from '../idp/testing/provider.ts'
import { listenerOf } from '../testing/listener.ts'
import { inNextScope } from '../testing/next-scope.ts'
import { signInAs } from '../testing/portal-cookie.ts'
import { type RunningDomain, runningDomain } from '../testing/running.ts'

const { signIn } = await import('./sign-in.ts') // After what Next puts into the process.

const MARIJKE = { username: 'marijke@demo.test', password: 'demo' }

/** A domain whose pages are those of the sign-in. */
async function site(env: Readonly<Record<string, string>> = {}): Promise<RunningDomain> {
  const running: RunningDomain = await runningDomain(env, undefined, {}, (incoming, outgoing) => {
    const answer = async (request: Request) => {
      const nextauth = new URL(request.url).pathname.split('/').slice(3)
      if (!request.url.includes('/api/auth/')) return new Response('a page of the interface')
      process.env['NEXTAUTH_URL'] = running.url
      return inNextScope(request, () => signIn(running.domain, request, { params: Promise.resolve({ nextauth }) }))
    }
    void listenerOf(answer, running.url)(incoming as never, outgoing as never)
  })
  return running
}

/** An identity provider at a port of its own, with the portal of a site as its client. */
async function provider() {
  const server = createServer()
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const redirectUris: string[] = []
  const made = await testProvider({ publicUrl, relyingParties: [{ ...PORTAL, redirectUris }] })
  made.advance(Date.now() - made.now())
  server.on('request', listenerOf(made.handle, publicUrl))
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { clientId, clientSecret } = PORTAL
  const env = { SHARED_IDP_ISSUER: made.issuer, SHARED_IDP_CLIENT_ID: clientId, SHARED_IDP_CLIENT_SECRET: clientSecret }
  return { env, serves: ({ url }: RunningDomain) => redirectUris.push(`${url}/api/auth/callback/shared-idp`) }
}

const json = async <T>(browser: UserAgent, url: string) => JSON.parse((await browser.get(url)).text) as T

/** Begins a sign-in: the page of the provider that asks who it is, or where a session there leads back to. */
async function beginning(browser: UserAgent, { url }: RunningDomain): Promise<Page> {
  const { csrfToken } = await json<{ readonly csrfToken: string }>(browser, `${url}/api/auth/csrf`)
  return browser.post(`${url}/api/auth/signin/shared-idp`, { csrfToken, callbackUrl: `${url}/connect` })
}

async function signedIn(browser: UserAgent, at: RunningDomain, who: Readonly<Record<string, string>>): Promise<string> {
  const form = formWith(await beginning(browser, at), 'username', 'password')
  if (!form) throw new Error('There is no login page')
  return (await browser.submit(form, who)).url
}

/** Whether somebody is signed in at the site, as its own pages know it, and who it is, as next-auth's script does. */
const personAt = async (browser: UserAgent, { url }: RunningDomain) => [
  (await json<PortalMe>(browser, `${url}/portal/api/me`)).signedIn,
  (await json<{ readonly user?: { readonly name: string } }>(browser, `${url}/api/auth/session`)).user?.name,
]

describe('a browser with sessions at two domains of one host', () => {
  it('P1 keeps both sessions, and those at the identity provider of each', async () => {
    const idp = await provider()
    const [one, other] = [await site(), await site(idp.env)]
    idp.serves(other)
    const browser = createUserAgent(fetch)
    expect(await signedIn(browser, one, MARIJKE)).toBe(`${one.url}/connect`)
    const anna = { username: 'anna@example.org', password: 'correct horse' }
    expect(await signedIn(browser, other, anna)).toBe(`${other.url}/connect`)
    for (const _ of ['at first', 'and again']) {
      expect(await personAt(browser, one)).toEqual([true, 'Marijke Jansen'])
      expect(await personAt(browser, other)).toEqual([true, 'Anna <Bos>'])
    }
    for (const at of [one, other])
      expect((await beginning(browser, at)).url, 'nobody is asked').toBe(`${at.url}/connect`)
    const names = browser
      .cookies(one.url)
      .split('; ')
      .map((pair) => pair.split('=')[0] ?? '')
    expect(names.filter((name) => !/^\d+\.(next-auth|slipway)[-.]/.test(name))).toEqual([])
  })

  it('P1 keeps people, opened tasks and the language of each domain apart', async () => {
    const [one, other] = [await site(), await site()]
    const browser = createUserAgent(fetch)
    await signInAs(one.domain, browser, 'Patient/marijke-jansen')
    await signInAs(other.domain, browser, 'Practitioner/daan-visser')
    const me = async ({ url }: RunningDomain) => (await json<PortalMe>(browser, `${url}/portal/api/me`)).person?.name
    expect([await me(one), await me(other)]).toEqual(['Marijke Jansen', 'Daan Visser'])
    const launch = async ({ url }: RunningDomain) =>
      formWith(await browser.post(`${url}/portal/launch`, { task: 'sleep-diary-week-1' }), 'launch', 'iss')
    const handOver = await launch(one)
    const login = handOver && formWith(await browser.submit(handOver), 'username', 'password')
    if (!login) throw new Error('There is no login page')
    await beginning(browser, other)
    expect((await browser.submit(login, MARIJKE)).url).toMatch(new RegExp(`^${one.url}/launch/app\\?session=`))
    await browser.get(`${one.url}/idp/logout?language=nl`)
    const language = async ({ url }: RunningDomain) =>
      /<html lang="(\w+)"/.exec((await browser.get(`${url}/idp/logout`)).text)?.[1]
    expect([await language(one), await language(other)]).toEqual(['nl', 'en'])
  })
})

describe('a browser with cookies of another application of the host', () => {
  const FOREIGN = [
    'next-auth.callback-url=http%3A%2F%2Flocalhost%3A3001',
    ...['session-token', 'csrf-token', 'state', 'nonce', 'pkce.code_verifier'].map(
      (name) => `next-auth.${name}=theirs`,
    ),
    'slipway-language=nl',
  ]

  it('P1 is served as if it had no such cookies, and keeps them', async () => {
    const here = await site()
    const set: string[] = []
    const browser = createUserAgent(async (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', [headers.get('cookie'), ...FOREIGN].filter(Boolean).join('; '))
      const answer = await fetch(input, { ...init, headers })
      set.push(...answer.headers.getSetCookie())
      return answer
    })
    for (const path of ['session', 'csrf', 'providers'])
      expect((await browser.get(`${here.url}/api/auth/${path}`)).status, path).toBe(200)
    expect(await signedIn(browser, here, MARIJKE)).toBe(`${here.url}/connect`)
    expect(await personAt(browser, here)).toEqual([true, 'Marijke Jansen'])
    expect(set.filter((cookie) => FOREIGN.some((pair) => cookie.startsWith(pair.replace(/=.*/, '='))))).toEqual([])
    expect((await browser.get(`${here.url}/idp/logout`)).text).toContain('<html lang="en"')
  })
})
