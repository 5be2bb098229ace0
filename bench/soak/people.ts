// Operations of people: log-ins with passwords, composed launches, live traces, and changes to their apps and domain.
import { createUserAgent, formWith, type Page } from '#lib/http/user-agent.ts'
import { loginPath } from '../../e2e/waterfall/visitors.ts'
import type { Work } from '../load.ts'

/**
 * This person logs in repeatedly, and only the newest sessions of a person are stored, so the launches use another
 * person.
 */
const PERSON = { username: 'bram@demo.test', password: 'demo' }
/** The most streams open at a time. Opening another closes the oldest. */
const OPEN_STREAMS = 4

const COMPOSITION = {
  app: 'demo-app',
  claims: { sub: 'Patient/marijke-jansen', resource: 'Task/sleep-diary-week-1' },
  delivery: 'shof',
}

const DEVELOPERS_APP = {
  redirectUris: ['https://app.example/callback'],
  launchUrl: 'https://app.example/launch',
  keys: { jwksUrl: 'https://app.example/jwks.json' },
}

/** Operations of people, by name. `pages`: whether the server has the pages of next-auth. */
export function peoplesOperations(publicUrl: string, cookie: string, pages: boolean): Readonly<Record<string, Work>> {
  const call = callAs(publicUrl, cookie)
  return {
    'password login': () => logIn(publicUrl),
    ...(pages ? { 'sign-in to the portal': () => signIn(publicUrl) } : {}),
    'composed launch': async () => {
      const { url } = await call<{ url: string }>('POST', '/portal/api/compose/ticket', COMPOSITION)
      const form = new URLSearchParams({ ticket: new URL(url).hash.slice(1) })
      const headers = { cookie, origin: publicUrl, 'sec-fetch-site': 'same-origin' }
      const opened = await fetch(`${publicUrl}/portal/compose/open`, { method: 'POST', headers, body: form })
      const text = await opened.text()
      if (!text.includes('name="launch"')) throw new Error(`status ${opened.status}: ${text.slice(0, 300)}`)
    },
    'event stream': eventStreams(publicUrl, cookie),
    'list of traces': () => call('GET', '/traces/api?limit=50'),
    'app of a developer': async (_, turn) => {
      const app = { ...DEVELOPERS_APP, name: `App ${turn}` }
      const { clientId } = await call<{ clientId: string }>('POST', '/connect/api/apps', app)
      await call('POST', `/connect/api/apps/${clientId}/remove`, {})
    },
  }
}

/** Run only occasionally. */
export const rotation =
  (publicUrl: string, cookie: string): Work =>
  () =>
    callAs(publicUrl, cookie)('POST', '/admin/api/keys/rotate', { owner: 'oauth', now: true })

/** Calls an operation of the pages' own JSON, and returns its answer. */
const callAs =
  (publicUrl: string, cookie: string) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(publicUrl + path, {
      method,
      headers: { cookie, origin: publicUrl, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }

/** A browser without a cookie logs in at the identity provider, using its form. */
async function logIn(publicUrl: string): Promise<void> {
  const browser = createUserAgent(fetch, (url) => url.includes('/api/auth/callback'))
  const page = await browser.submit(loginForm(await browser.get(publicUrl + loginPath(publicUrl))), PERSON)
  const back = page.visits.at(-1)?.location
  if (!back || !new URL(back).searchParams.has('code')) throw new Error(`status ${page.status} and no code`)
}

/** A person signs in to the portal by way of the identity provider, and reads the session. */
async function signIn(publicUrl: string): Promise<void> {
  const browser = createUserAgent(fetch)
  const { csrfToken } = JSON.parse((await browser.get(`${publicUrl}/api/auth/csrf`)).text) as { csrfToken: string }
  const fields = { csrfToken, callbackUrl: `${publicUrl}/portal` }
  await browser.submit(loginForm(await browser.post(`${publicUrl}/api/auth/signin/shared-idp`, fields)), PERSON)
  const session = await browser.get(`${publicUrl}/api/auth/session`)
  if (!session.text.includes('"user"')) throw new Error(`nobody is signed in: ${session.text.slice(0, 300)}`)
}

function loginForm(page: Page) {
  const form = formWith(page, 'username', 'password')
  if (!form) throw new Error(`no login form, status ${page.status}: ${page.text.slice(0, 300)}`)
  return form
}

/** Opens one more stream each time, and closes the oldest, like a browser that leaves the page. */
function eventStreams(publicUrl: string, cookie: string): Work {
  const streams: AbortController[] = []
  return async () => {
    const end = new AbortController()
    const response = await fetch(`${publicUrl}/traces/api/stream`, { headers: { cookie }, signal: end.signal })
    if (response.status !== 200) throw new Error(`status ${response.status}: ${(await response.text()).slice(0, 300)}`)
    const first = await response.body?.getReader().read()
    if (!new TextDecoder().decode(first?.value).startsWith('retry:'))
      throw new Error('a stream began without its retry')
    streams.push(end)
    if (streams.length > OPEN_STREAMS) streams.shift()?.abort()
  }
}
