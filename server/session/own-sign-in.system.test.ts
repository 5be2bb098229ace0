// The sign-in through the embedded identity provider where the server does not reach its own public address, and what it takes for an
// answer of the provider (RFC 6749 §10.12, RFC 9207 §2.4).
import { describe, expect, it } from 'vitest'
import { createUserAgent, formWith } from '#lib/http/user-agent.ts'
import { testDomain } from '../testing/domain.ts'
import { inNextScope } from '../testing/next-scope.ts'

const { signIn } = await import('./sign-in.ts') // After what Next puts into the process.
const SITE = 'https://care.example'
const OTHER = { SHARED_IDP_ISSUER: 'https://idp.example', SHARED_IDP_CLIENT_ID: 'slipway' }

/** A visitor of a site that has no network at all. */
async function visitor(env: Readonly<Record<string, string>> = {}) {
  const outside: string[] = []
  const lines: string[] = []
  const note = (facts: object, message: string) => void lines.push(JSON.stringify({ ...facts, message }))
  const here = await testDomain(
    { PUBLIC_URL: SITE, SLIPWAY_ENV: 'development', DEMO: 'true', ...env },
    {
      log: { info: note, warn: note, error: note },
      network: async (input) => {
        outside.push(String(input))
        throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') })
      },
    },
  )
  process.env['NEXTAUTH_URL'] = SITE
  const answer = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/auth/')) return here.fetch(request)
    const params = Promise.resolve({ nextauth: pathname.split('/').slice(3) })
    return inNextScope(request, () => signIn(here.domain, request, { params }))
  }
  const send = (input: string | URL | Request, init?: RequestInit) => answer(new Request(input, init))
  const stops = { at: '' }
  const agent = createUserAgent(send, (location) => stops.at !== '' && location.startsWith(stops.at))
  const begin = async (query = '', fields: Readonly<Record<string, string>> = {}) => {
    const { csrfToken } = JSON.parse((await agent.get(`${SITE}/api/auth/csrf`)).text) as { readonly csrfToken: string }
    const form = { csrfToken, callbackUrl: `${SITE}/connect`, ...fields }
    return agent.post(`${SITE}/api/auth/signin/shared-idp${query}`, form)
  }
  /** Logs in, and stops before the answer of the provider is taken. */
  const answered = async () => {
    const form = formWith(await begin(), 'username', 'password')
    if (!form) throw new Error('There is no login page')
    stops.at = `${SITE}/api/auth/callback/`
    const { visits } = await agent.submit(form, { username: 'marijke@demo.test', password: 'demo' })
    stops.at = ''
    return new URL(visits.at(-1)?.location ?? '')
  }
  const isSignedIn = async () =>
    (JSON.parse((await agent.get(`${SITE}/portal/api/me`)).text) as { readonly signedIn: boolean }).signedIn
  return { agent, stranger: createUserAgent(send), begin, answered, isSignedIn, outside, lines }
}

describe('a sign-in at a server that cannot reach its own public address', () => {
  it('IDP-18 succeeds with the own provider, without a network request', async () => {
    const { agent, answered, isSignedIn, outside } = await visitor()
    const { url } = await agent.get((await answered()).href)
    expect([url, await isSignedIn(), outside]).toEqual([`${SITE}/connect`, true, []])
  })

  it('DIS-11 succeeds however the host of PUBLIC_URL is written', async () => {
    const { agent, answered, isSignedIn } = await visitor({ PUBLIC_URL: 'https://Care.Example:443/' })
    expect([(await agent.get((await answered()).href)).url, await isSignedIn()]).toEqual([`${SITE}/connect`, true])
  })

  it('IDP-18 fails with another provider on the page where it began, and the log has the cause', async () => {
    const { begin, isSignedIn, lines } = await visitor(OTHER)
    expect((await begin()).url).toBe(`${SITE}/connect?sign-in=failed`)
    expect(await isSignedIn()).toBe(false)
    expect(lines.join('\n')).toMatch(/"reason":"SIGNIN_OAUTH_ERROR","cause":\{[^}]*"failure":"unreachable"/)
  })
})

describe('an answer of the provider to a sign-in', () => {
  it.each([
    ['to another request', { state: 'another' }],
    ['without a state', { state: undefined }],
    ['of another provider', { iss: 'https://evil.example' }],
    ['that does not say of which provider it is', { iss: undefined }],
    ['without a code', { code: undefined }],
    ['with the code of nobody', { code: 'of-nobody' }],
  ])('IDP-02 IDP-05 %s signs nobody in', async (_, changed: Readonly<Record<string, string | undefined>>) => {
    const { agent, answered, isSignedIn } = await visitor()
    const answer = await answered()
    for (const [name, value] of Object.entries(changed))
      if (value === undefined) answer.searchParams.delete(name)
      else answer.searchParams.set(name, value)
    expect((await agent.get(answer.href)).url).toBe(`${SITE}/connect?sign-in=failed`)
    expect(await isSignedIn()).toBe(false)
  })

  it('IDP-02 is accepted once, and only in the browser that began the sign-in', async () => {
    const { agent, stranger, answered } = await visitor()
    const { href } = await answered()
    expect((await stranger.get(href)).url).toBe(`${SITE}/?sign-in=failed`)
    expect((await agent.get(href)).url).toBe(`${SITE}/connect`)
    expect((await agent.get(href)).url).toContain('sign-in=failed')
  })
})

describe('one click on a person of the demo', () => {
  const CLICK = `?${new URLSearchParams({ login_hint: 'daan@demo.test' })}`

  it('signs the person in without another question, on every page', async () => {
    const { agent, begin } = await visitor()
    expect((await begin(CLICK)).url).toBe(`${SITE}/connect`)
    const named = async (path: string) => JSON.parse((await agent.get(SITE + path)).text)
    expect(await named('/portal/api/me')).toMatchObject({ signedIn: true, person: { name: 'Daan Visser' } })
    expect(await named('/connect/api/me')).toMatchObject({ signedIn: true, name: 'Daan Visser' })
    expect(await named('/browse/api/session')).toMatchObject({ access: 'open' })
    expect(await named('/tools/api/fhir')).toMatchObject({ known: true })
  })

  it('ASVS 3.3.1 signs in until a log-out at the identity provider, which ends the session here, too', async () => {
    const { agent, begin, isSignedIn } = await visitor()
    await begin(CLICK)
    const form = formWith(await agent.get(`${SITE}/idp/logout`), 'csrf')
    if (!form) throw new Error('Nobody is signed in at the provider')
    expect(await isSignedIn()).toBe(true)
    await agent.submit(form)
    expect(await isSignedIn()).toBe(false)
  })

  it('takes the place of the person who was signed in', async () => {
    const { agent, begin } = await visitor()
    await begin(`?${new URLSearchParams({ login_hint: 'beheer@demo.test' })}`)
    expect(JSON.parse((await agent.get(`${SITE}/admin/api/me`)).text)).toMatchObject({ admin: true })
    await begin(CLICK)
    expect(JSON.parse((await agent.get(`${SITE}/admin/api/me`)).text)).toMatchObject({ admin: false })
  })

  it('SEC-08 CSRF on one-click log-in: without the token of this browser it signs nobody in', async () => {
    const { agent, begin, isSignedIn } = await visitor()
    await begin(CLICK, { csrfToken: 'of-another-browser' })
    expect(await isSignedIn()).toBe(false)
    expect(agent.cookies(SITE)).not.toContain('one-click')
  })

  it.each([
    ['outside of a demo', { DEMO: 'false' }, CLICK],
    ['on who is not of the demo', {}, '?login_hint=nobody%40demo.test'],
  ])('%s leads to the login page', async (_, env, click) => {
    const { begin, isSignedIn } = await visitor(env)
    expect((await begin(click)).url).toContain(`${SITE}/idp/login`)
    expect(await isSignedIn()).toBe(false)
  })
})

describe('a log-in for a launch', () => {
  const ASK = `${SITE}/api/auth/who-is-there?callbackUrl=%2Ftraces%3Fapp%3Ddemo-app`

  /** A visitor who has opened a task, with a log-in. */
  async function opened() {
    const one = await visitor()
    const { agent } = one
    const claims = { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' }
    const composition = JSON.stringify({ app: 'demo-app', claims, delivery: 'shof' })
    const toApp = formWith(await agent.post(`${SITE}/portal/compose/launch`, { composition }), 'launch', 'iss')
    const login = toApp && formWith(await agent.submit(toApp), 'username', 'password')
    if (!login) throw new Error('There is no login page')
    const page = await agent.submit(login, { username: 'marijke@demo.test', password: 'demo' })
    expect(page.url).toMatch(/\/launch\/app\?session=/)
    return one
  }

  it('is noted in the browser, so that a page asks once who is there, and all know the person', async () => {
    const { agent, isSignedIn } = await opened()
    expect([await isSignedIn(), agent.cookies(SITE).includes('slipway-logged-in=1')]).toEqual([false, true])
    expect((await agent.get(ASK)).url).toBe(`${SITE}/traces?app=demo-app`)
    expect([await isSignedIn(), agent.cookies(SITE).includes('slipway-logged-in')]).toEqual([true, false])
    expect(JSON.parse((await agent.get(`${SITE}/connect/api/me`)).text)).toMatchObject({ name: 'Marijke Jansen' })
  })

  it('ends with a log-out at the identity provider, which is asked in vain after it, and nothing fails', async () => {
    const { agent, isSignedIn, lines } = await opened()
    await agent.get(ASK)
    const form = formWith(await agent.get(`${SITE}/idp/logout`), 'csrf')
    if (!form) throw new Error('Nobody is signed in at the provider')
    await agent.submit(form)
    expect((await agent.get(ASK)).url, 'the page is shown as it was asked for').toBe(`${SITE}/traces?app=demo-app`)
    expect(await isSignedIn()).toBe(false)
    expect(lines.filter((line) => line.includes('portal.sign-in'))).toEqual([])
  })

  it('SEC-07 leads back to no other site', async () => {
    const { agent } = await opened()
    const page = await agent.get(`${SITE}/api/auth/who-is-there?callbackUrl=https%3A%2F%2Fevil.example%2F`)
    expect(new URL(page.url).origin).toBe(SITE)
  })

  it('is forgotten with a sign-out, also where the identity provider keeps its session', async () => {
    const { agent } = await opened()
    const { csrfToken } = JSON.parse((await agent.get(`${SITE}/api/auth/csrf`)).text) as { readonly csrfToken: string }
    await agent.post(`${SITE}/api/auth/signout`, { csrfToken, callbackUrl: `${SITE}/portal` })
    expect(agent.cookies(SITE)).not.toContain('slipway-logged-in')
  })
})
