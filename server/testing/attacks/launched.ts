// A whole launch of an app, with every secret of it, as an attacker might have obtained them.
import { formWith, type Page, type UserAgent } from '#lib/http/user-agent.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import { clientAssertion, launchToken, type TestApp } from '../app.ts'
import type { TestDomain } from '../domain.ts'
import { portalCookie } from '../portal-cookie.ts'

export const SITE = 'http://localhost:3000'
export const TOKEN_ENDPOINT = `${SITE}/oauth2/token`
export const VERIFIER = 'a-verifier-of-more-than-forty-three-characters'

type Changes = Readonly<Record<string, string | undefined>>

const defined = (values: Changes) =>
  Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined)

/** The address of a valid authorize request with a fresh launch, but for the changes. */
export async function authorizeUrl({ domain }: TestDomain, app: TestApp, changes: Changes = {}): Promise<string> {
  const query = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    scope: 'launch openid fhirUser',
    state: crypto.randomUUID(),
    aud: `${SITE}/fhir/DEFAULT`,
    launch: 'launch' in changes ? undefined : await launchToken(domain, app),
    code_challenge: codeChallenge(VERIFIER),
    code_challenge_method: 'S256',
    ...changes,
  }
  return `${SITE}/oauth2/authorize?${new URLSearchParams(defined(query))}`
}

/** Posts a form with a fresh client assertion of the app to the token endpoint. */
export async function askToken({ fetch, now }: TestDomain, app: TestApp, form: Changes): Promise<Response> {
  const proof = {
    client_assertion_type: CLIENT_ASSERTION_TYPE,
    client_assertion: await clientAssertion(app, TOKEN_ENDPOINT, now()),
  }
  return fetch(TOKEN_ENDPOINT, { method: 'POST', body: new URLSearchParams(defined({ ...proof, ...form })) })
}

export const exchange = (here: TestDomain, app: TestApp, code: string, changes: Changes = {}): Promise<Response> =>
  askToken(here, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    code_verifier: VERIFIER,
    ...changes,
  })

export interface LoggedIn {
  readonly browser: UserAgent
  readonly page: Page
  /** Parameters of the answer at the redirect_uri. */
  readonly answer: URLSearchParams
  readonly code: string
}

/** Goes through an authorize request in a browser, Marijke logging in where that is asked. */
export async function logIn(here: TestDomain, url: string, browser = here.browser()): Promise<LoggedIn> {
  const first = await browser.get(url)
  const form = formWith(first, 'username', 'password')
  const page = form ? await browser.submit(form, { username: 'marijke@demo.test', password: 'demo' }) : first
  const answer = new URL(page.visits.at(-1)?.location ?? page.url).searchParams
  return { browser, page, answer, code: answer.get('code') ?? '' }
}

export const freshCode = async (here: TestDomain, app: TestApp, changes: Changes = {}): Promise<string> =>
  (await logIn(here, await authorizeUrl(here, app, changes))).code

/** The cookie that a browser sends here under a name that begins so. */
export const cookieOf = (browser: UserAgent, prefix: string): string =>
  browser
    .cookies(SITE)
    .split('; ')
    .find((pair) => pair.startsWith(prefix))
    ?.replace(/^[^=]*=/, '') ?? ''

/** The headers of a browser that is signed in to the portal. */
export async function signedIn({ domain }: TestDomain, username: string): Promise<Readonly<Record<string, string>>> {
  const account = await domain.storage.accounts.named(username)
  const person = { id: account?.id ?? '', username, name: account?.name ?? null }
  return { cookie: await portalCookie(domain, person), origin: SITE }
}
