// Operations of people: log-ins with passwords, composed launches, live traces, and changes to their apps and domain.
import { encode } from 'next-auth/jwt'
import { sessionCookieName } from '#lib/http/session-cookie.ts'
import { createUserAgent, formWith, type Page } from '#lib/http/user-agent.ts'
import { REDIRECT_URI } from '../domain.ts'
import type { Bench } from '../row.ts'
import type { Operation } from './operation.ts'

/**
 * This person logs in repeatedly, and only the newest sessions of a person are stored, so the launches use another
 * person.
 */
const PERSON = 'bram@demo.test'
const ADMINISTRATOR = 'beheer@demo.test'
const PASSWORD = 'demo'
/** The most streams open at a time. Opening another closes the oldest. */
const OPEN_STREAMS = 4

/** Operations of people, by name. `pages`: whether the server has the pages of next-auth. */
export async function peoplesOperations(bench: Bench, pages: boolean): Promise<Readonly<Record<string, Operation>>> {
  const { publicUrl } = bench.domain
  const cookie = await administratorCookie(bench)
  const own = { cookie, origin: publicUrl, 'sec-fetch-site': 'same-origin' }
  const json = (method: string, where: string, body?: object) =>
    answered(fetch(publicUrl + where, jsonRequest(method, own, body)), where)
  const streams = eventStreams(() => fetchStream(publicUrl, cookie))

  return {
    'password login': async () => {
      await logIn(publicUrl)
    },
    ...(pages ? { 'sign-in to the portal': () => signIn(publicUrl) } : {}),
    'composed launch': async () => {
      const { url } = (await json('POST', '/portal/api/compose/ticket', COMPOSITION)) as { readonly url: string }
      const form = new URLSearchParams({ ticket: new URL(url).hash.slice(1) })
      const opened = await fetch(`${publicUrl}/portal/compose/open`, { method: 'POST', headers: own, body: form })
      const text = await opened.text()
      if (!text.includes('name="launch"')) throw new Error(`status ${opened.status}: ${text.slice(0, 300)}`)
    },
    'event stream': streams,
    'list of traces': async () => {
      await json('GET', '/traces/api?limit=50')
    },
    'app of a developer': async (_, turn) => {
      const made = (await json('POST', '/connect/api/apps', developersApp(`App ${turn}`))) as {
        readonly clientId: string
      }
      await json('POST', `/connect/api/apps/${made.clientId}/remove`)
    },
  }
}

/** Run only occasionally. */
export async function rotation(bench: Bench): Promise<Operation> {
  const { publicUrl } = bench.domain
  const own = { cookie: await administratorCookie(bench), origin: publicUrl }
  return async () => {
    const rotate = jsonRequest('POST', own, { owner: 'oauth', now: true })
    await answered(fetch(`${publicUrl}/admin/api/keys/rotate`, rotate), 'rotation')
  }
}

const COMPOSITION = {
  app: 'demo-app',
  claims: { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' },
  delivery: 'shof',
}

/** The session of an administrator who signed in to the portal. */
export async function administratorCookie({ domain: { domain } }: Bench): Promise<string> {
  const account = await domain.storage.idp.accounts.findByUsername(ADMINISTRATOR)
  const { id = '', name = null } = account ?? {}
  const token = { sid: await domain.portalSessions.begin(id), sub: id, name, username: ADMINISTRATOR }
  return `${sessionCookieName(domain.config.publicUrl)}=${await encode({ token, secret: domain.keys.secret('portal-session') })}`
}

const jsonRequest = (method: string, headers: Readonly<Record<string, string>>, body: object = {}): RequestInit =>
  method === 'GET'
    ? { headers }
    : { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }

async function answered(asked: Promise<Response>, where: string): Promise<unknown> {
  const response = await asked
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${where}: status ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** A browser without a cookie logs in at the identity provider, using its form. */
async function logIn(publicUrl: string): Promise<void> {
  const browser = createUserAgent(fetch, (url) => url.startsWith(REDIRECT_URI) || url.includes('/api/auth/callback'))
  const query = new URLSearchParams({
    client_id: 'slipway-portal',
    redirect_uri: `${publicUrl}/api/auth/callback/shared-idp`,
    response_type: 'code',
    scope: 'openid',
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const login = loginForm(await browser.get(`${publicUrl}/idp/authorize?${query}`))
  const page = await browser.submit(login, { username: PERSON, password: PASSWORD })
  const back = page.visits.at(-1)?.location
  if (!back || !new URL(back).searchParams.has('code')) throw new Error(`status ${page.status} and no code`)
}

/** A person signs in to the portal by way of the identity provider, and reads the session. */
async function signIn(publicUrl: string): Promise<void> {
  const browser = createUserAgent(fetch)
  const csrf = JSON.parse((await browser.get(`${publicUrl}/api/auth/csrf`)).text) as { readonly csrfToken: string }
  const started = await browser.post(`${publicUrl}/api/auth/signin/shared-idp`, {
    csrfToken: csrf.csrfToken,
    callbackUrl: `${publicUrl}/portal`,
  })
  await browser.submit(loginForm(started), { username: PERSON, password: PASSWORD })
  const session = await browser.get(`${publicUrl}/api/auth/session`)
  if (!session.text.includes('"user"')) throw new Error(`nobody is signed in: ${session.text.slice(0, 300)}`)
}

function loginForm(page: Page) {
  const form = formWith(page, 'username', 'password')
  if (!form) throw new Error(`no login form, status ${page.status}: ${page.text.slice(0, 300)}`)
  return form
}

const fetchStream = (publicUrl: string, cookie: string) => async () => {
  const end = new AbortController()
  const response = await fetch(`${publicUrl}/traces/api/stream`, { headers: { cookie }, signal: end.signal })
  if (response.status !== 200) throw new Error(`status ${response.status}: ${(await response.text()).slice(0, 300)}`)
  const reader = response.body?.getReader()
  const first = await reader?.read()
  if (!new TextDecoder().decode(first?.value).startsWith('retry:')) throw new Error('a stream began without its retry')
  return end
}

/** Opens one more stream each time, and closes the oldest, like a browser that leaves the page. */
function eventStreams(open: () => () => Promise<AbortController>): Operation {
  const streams: AbortController[] = []
  const openOne = open()
  return async () => {
    streams.push(await openOne())
    if (streams.length > OPEN_STREAMS) streams.shift()?.abort()
  }
}

const developersApp = (name: string) => ({
  name,
  redirectUris: ['https://app.example/callback'],
  launchUrl: 'https://app.example/launch',
  keys: { jwksUrl: 'https://app.example/jwks.json' },
})
