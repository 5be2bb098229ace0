// The requests of a launch as an app sends them over HTTP to a server process.
import { createHash } from 'node:crypto'
import { numericDate } from '#lib/clock.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { createUserAgent, formWith, type UserAgent } from '#lib/http/user-agent.ts'
import { clientAssertion, type TestApp } from './app.ts'

/** The addresses of the domain, whatever process answers. */
interface Site {
  readonly publicUrl: string
}

/** The transport of a request: the network of this machine, immediately, by default. */
interface Via {
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: Fetch
  /** Epoch milliseconds. */
  readonly now?: number
}

const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

export const assertion = ({ publicUrl }: Site, app: TestApp, now = Date.now()): Promise<string> =>
  clientAssertion(app, `${publicUrl}/oauth2/token`, now, { iat: numericDate(now) })

const post = (
  url: string,
  form: Readonly<Record<string, string>>,
  { headers = {}, fetch: send = fetch }: Via = {},
): Promise<Response> =>
  send(url, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      ...form,
    }),
  })

export const authorizeQuery = ({ publicUrl }: Site, app: TestApp, launch: string) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'launch openid fhirUser',
    state: crypto.randomUUID(),
    aud: `${publicUrl}/fhir/DEFAULT`,
    launch,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })

export const authorize = (origin: string, query: URLSearchParams) =>
  fetch(`${origin}/oauth2/authorize?${query}`, { redirect: 'manual' })

/** A browser that stops where the app would take over. */
export const browserOf = (app: TestApp, send: Fetch = fetch): UserAgent =>
  createUserAgent(send, (location) => location.startsWith(app.redirectUri))

/** A code of a whole launch; the browser logs in where it is asked to. */
export async function codeOf(site: Site, app: TestApp, launch: string, browser = browserOf(app)): Promise<string> {
  const query = authorizeQuery(site, app, launch)
  const page = await browser.get(`${site.publicUrl}/oauth2/authorize?${query}`)
  const form = formWith(page, 'username', 'password')
  const done = form ? await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' }) : page
  const code = new URL(done.visits.at(-1)?.location ?? site.publicUrl).searchParams.get('code')
  if (code === null) throw new Error(`The launch came to ${done.status} at ${done.visits.at(-1)?.location}`)
  return code
}

/** Shows a code at the token endpoint, with an assertion of its own. */
export const exchange = async (site: Site, app: TestApp, origin: string, code: string, via?: Via) =>
  post(
    `${origin}/oauth2/token`,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      code_verifier: VERIFIER,
      client_assertion: await assertion(site, app, via?.now),
    },
    via,
  )

/** Asks for a bearer token of the app itself. */
export const bearer = (origin: string, client_assertion: string, via?: Via, scope = 'system/*.rs') =>
  post(`${origin}/oauth2/token`, { grant_type: 'client_credentials', scope, client_assertion }, via)

/** The access token of an answer. */
export async function tokenOf(answer: Response): Promise<string> {
  if (answer.status !== 200) throw new Error(`No token but ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** A bearer token of the app itself, at a process. */
export const tokenAt = async (site: Site, app: TestApp, origin: string, scope?: string): Promise<string> =>
  tokenOf(await bearer(origin, await assertion(site, app), {}, scope))

export const introspect = async (site: Site, app: TestApp, origin: string, token: string, via?: Via) =>
  post(`${origin}/oauth2/introspect`, { client_assertion: await assertion(site, app, via?.now), token }, via)

/** The error that an app is sent back with; null when there is none. */
export const errorOf = (response: Response): string | null =>
  new URL(response.headers.get('location') ?? '').searchParams.get('error')
