// A whole identity provider for a test: a real database and key, a clock that stands still, and browsers.
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { cookieJar } from '#lib/cookies.ts'
import type { KeyRing } from '#lib/crypto/key-ring.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import type { Handler } from '#lib/http/handler.ts'
import { createUserAgent, type Form, formWith, type Page, type UserAgent } from '#lib/http/user-agent.ts'
import { codeChallenge } from '#lib/oauth/pkce.ts'
import type { Database } from '#server/storage/sqlite/file/database.ts'
import type { Storage } from '#server/storage/storage.ts'
import { eventsOf, type ReadEvent, testAudit } from '#server/testing/audit.ts'
import type { Looking } from '#server/testing/looking.ts'
import { testStorage } from '#server/testing/test-storage.ts'
import { testTracing } from '../../testing/tracing.ts'
import type { IdpDeps } from '../deps.ts'
import { createIdp, type Idp } from '../idp.ts'
import { passwordHash } from '../login/password.ts'

export const PORTAL = {
  clientId: 'portal',
  clientSecret: 'portal secret: 100% + more',
  name: 'Test portal',
  redirectUris: ['https://portal.example/callback', 'https://portal.example/other?tab=1'],
  postLogoutRedirectUris: ['https://portal.example/signed-out'],
}
export const SERVER = {
  clientId: 'server',
  clientSecret: 'server-secret',
  name: 'Test server',
  redirectUris: ['https://server.example/callback'],
  postLogoutRedirectUris: [],
}
export const ANNA = { username: 'anna@example.org', password: 'correct horse', name: 'Anna <Bos>' }
export const BRAM = { username: 'bram@example.org', password: 'battery staple', name: 'Bram de Wit' }
export const VERIFIER = 'v'.repeat(43)

export interface TestProvider {
  readonly idp: Idp
  readonly issuer: string
  readonly database: Database
  readonly sql: Looking
  readonly storage: Storage
  /** The provisioned new accounts. */
  readonly welcomed: readonly unknown[]
  /** Lines of the log as JSON. */
  readonly logged: readonly string[]
  /** Everything that is in the audit log. */
  readonly audited: () => Promise<readonly ReadEvent[]>
  /** The handler at the URL of a request; anything outside of the provider is a page of a relying party. */
  readonly handle: Handler
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly browser: () => UserAgent
  readonly advance: (ms: number) => void
  readonly now: () => number
  /** The address of a valid authentication request, with parameters replaced, or left out where undefined. */
  readonly authorizeUrl: (changed?: Readonly<Record<string, string | undefined>>) => string
  readonly openLogin: (browser: UserAgent, changed?: Readonly<Record<string, string | undefined>>) => Promise<Page>
  /** Logs in from the login page; ends where the relying party answers. */
  readonly logIn: (
    browser: UserAgent,
    who?: { readonly username: string; readonly password: string },
    changed?: Readonly<Record<string, string | undefined>>,
  ) => Promise<Page>
}

/** Assembles an identity provider over a new database; everything is removed with the test. */
export async function testProvider(changes: Partial<IdpDeps> = {}): Promise<TestProvider> {
  const publicUrl = changes.publicUrl ?? 'http://localhost:3000'
  const issuer = `${publicUrl}/idp`
  let now = Date.parse('2026-11-21T12:00:00Z')
  const { storage, database, sql } = await testStorage(() => now)
  const { idp: stores } = storage
  await addAccounts(stores.accounts)
  const welcomed: unknown[] = []
  const logged: string[] = []
  const clock = () => now
  const clientAddress = (request: Request) => request.headers.get('x-test-address') ?? '192.0.2.1'
  const note = (facts: unknown, message: string) => void logged.push(JSON.stringify({ facts, message }))
  const idp = createIdp({
    issuer,
    publicUrl,
    relyingParties: [PORTAL, SERVER],
    stores,
    newcomers: { mayJoin: async () => true, provision: async (newcomer) => void welcomed.push(newcomer) },
    keys: await keyRing(),
    clock,
    random: systemRandom,
    log: { info: note, warn: note, error: note },
    audit: testAudit({ open: storage.audit, clock, site: issuer, identifierSystem: issuer, clientAddress }),
    cookies: cookieJar(publicUrl),
    fetch: async () => new Response(null, { status: 404 }),
    signup: true,
    demoAccounts: [],
    limiters: undefined,
    tracing: testTracing,
    clientAddress,
    ...changes,
  })
  const handle: Handler = (request) => (handlerAt(idp, issuer, request.url) ?? relyingPartyPage)(request)
  const fetch: TestProvider['fetch'] = async (input, init) => handle(new Request(input, init))
  const authorizeUrl: TestProvider['authorizeUrl'] = (changed = {}) => {
    const params = { ...validRequest, ...changed }
    const entries = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${issuer}/authorize?${new URLSearchParams(entries)}`
  }
  const openLogin: TestProvider['openLogin'] = (browser, changed) => browser.get(authorizeUrl(changed))
  return {
    idp,
    issuer,
    database,
    sql,
    storage,
    welcomed,
    logged,
    audited: () => eventsOf({ storage, sql }),
    handle,
    fetch,
    browser: () => createUserAgent(fetch),
    advance: (ms) => {
      now += ms
    },
    now: () => now,
    authorizeUrl,
    openLogin,
    logIn: async (browser, { username, password } = ANNA, changed = {}) =>
      browser.submit(loginForm(await openLogin(browser, changed)), { username, password }),
  }
}

const validRequest: Readonly<Record<string, string | undefined>> = {
  client_id: PORTAL.clientId,
  redirect_uri: PORTAL.redirectUris[0],
  response_type: 'code',
  scope: 'openid profile',
  state: 'a state & more = €',
  nonce: 'a nonce',
  code_challenge: codeChallenge(VERIFIER),
  code_challenge_method: 'S256',
}

/** The form with which one logs in. Throws where the page has none. */
export function loginForm(page: Page): Form {
  const form = formWith(page, 'username', 'password')
  if (!form) throw new Error(`No login form at ${page.url} (${page.status})`)
  return form
}

/** The parameters of the address at which a page ended. */
export const answerAt = (page: Page): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(page.url).searchParams)

/** A form for the token endpoint as a relying party would send it. */
export const tokenRequest = (
  issuer: string,
  form: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {},
) =>
  new Request(`${issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(
      Object.entries({
        grant_type: 'authorization_code',
        client_id: PORTAL.clientId,
        client_secret: PORTAL.clientSecret,
        redirect_uri: PORTAL.redirectUris[0],
        code_verifier: VERIFIER,
        ...form,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  })

// Made once per test file: making keys and hashes is slow on purpose.
let sharedKey: ReturnType<typeof makeKeyRing> | undefined
let sharedHashes: Promise<readonly string[]> | undefined

export function keyRing(): Promise<KeyRing> {
  sharedKey ??= makeKeyRing()
  return sharedKey
}

async function makeKeyRing(): Promise<KeyRing> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  return {
    active: async () => ({ kid, alg: 'RS256', privateKey }),
    publicJwks: async () => ({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] }),
  }
}

async function addAccounts(accounts: IdpDeps['stores']['accounts']): Promise<void> {
  const people = [ANNA, BRAM]
  sharedHashes ??= Promise.all(people.map(({ password }) => passwordHash(password)))
  const hashes = await sharedHashes
  for (const [index, { username, name }] of people.entries())
    await accounts.create({
      id: `account-${index + 1}`,
      username,
      name,
      role: index === 0 ? 'patient' : 'practitioner',
      passwordHash: hashes[index] ?? '',
      createdAt: 0,
    })
}

function handlerAt(idp: Idp, issuer: string, url: string): Handler | undefined {
  const [address = ''] = url.split('?')
  const handlers: Readonly<Record<string, Handler>> = {
    [`${issuer}/.well-known/openid-configuration`]: idp.openidConfiguration,
    [`${issuer}/authorize`]: idp.authorize,
    [`${issuer}/token`]: idp.token,
    [`${issuer}/jwks`]: idp.jwks,
    [`${issuer}/login`]: idp.login,
    [`${issuer}/signup`]: idp.signup,
    [`${issuer}/logout`]: idp.logout,
  }
  return handlers[address]
}

const relyingPartyPage: Handler = () => new Response('a page of the relying party')
