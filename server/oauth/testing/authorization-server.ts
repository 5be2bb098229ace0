// The authorization server alone, for contract tests: real keys, a real database in a temporary folder, a clock that stands still.
import { MINUTE, numericDate } from '#lib/clock.ts'
import { cookieJar } from '#lib/cookies.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import type { Fetch } from '#lib/http/handler.ts'
import { limitersInMemory } from '#lib/http/limiter.ts'
import { UNLIMITED } from '#lib/http/rate-limit.ts'
import type { ClaimsFrom } from '#lib/oauth/claims-from.ts'
import { CLIENT_ASSERTION_TYPE } from '#lib/oauth/client-assertion.ts'
import type { Tracing } from '#lib/trace/trace.ts'
import { inactiveTokens } from '#server/domain/rate-limits.ts'
import type { Registry } from '#server/storage/registry.ts'
import type { Database } from '#server/storage/sqlite/file/database.ts'
import { eventsOf, type ReadEvent, testAudit } from '#server/testing/audit.ts'
import type { Looking } from '#server/testing/looking.ts'
import { testStorage } from '#server/testing/test-storage.ts'
import { testTracing } from '../../testing/tracing.ts'
import { createOauth, type Oauth, type OauthDeps } from '../oauth.ts'
import { koppeltaal } from '../profiles/koppeltaal.ts'
import type { Client, Permission } from '../store.ts'
import { signJwt } from './jwt.ts'
import { type TestKey, testKey, testKeyRing } from './keys.ts'
import { type TestIdp, testIdp } from './test-idp.ts'

export const AS = 'http://localhost:3000'
export const TOKEN_ENDPOINT = `${AS}/oauth2/token`
export const FD = `${AS}/fhir/DEFAULT`
export const ERROR_PAGES = `${AS}/docs/errors`
export const REDIRECT_URI = 'https://app.example/callback'
export const APP = 'app'
export const OTHER_APP = 'other-app'
export const PLATFORM = 'portal'
export const USERNAMES = 'https://idp.example/usernames'
export const VERIFIER = 'a-code-verifier-that-is-long-enough-for-rfc-7636'
const IDP = 'http://localhost:3000/idp'

/** Parameters to change: undefined leaves one out, a list sends one several times. */
export type Changes = Readonly<Record<string, string | undefined | readonly string[]>>

export type Resources = Record<string, Readonly<Record<string, unknown>>>

export interface AuthorizationServer {
  readonly oauth: Oauth
  readonly database: Database
  readonly sql: Looking
  readonly registry: Registry
  readonly file: string
  readonly idp: TestIdp
  /** Keys of the server's ring; the first signs. */
  readonly signingKeys: TestKey[]
  readonly appKey: TestKey
  readonly platformKey: TestKey
  /** Resources of the domain by reference. */
  readonly resources: Resources
  /** Deletes the account of a subject at the identity provider. */
  readonly accountGone: (subject: string) => void
  /** Everything that was logged, as JSON lines. */
  readonly log: string[]
  /** Everything that is in the audit log. */
  readonly audited: () => Promise<readonly ReadEvent[]>
  readonly now: () => number
  readonly advance: (ms: number) => void
  /** The URL of a valid authorize request with a fresh launch, but for the changes. */
  readonly authorizeUrl: (changes?: Changes) => Promise<string>
  readonly authorize: (changes?: Changes) => Promise<Response>
  readonly launchToken: (claims?: Readonly<Record<string, unknown>>, options?: SigningOptions) => Promise<string>
  readonly assertion: (claims?: Readonly<Record<string, unknown>>, options?: SigningOptions) => Promise<string>
  /** Comes back from the identity provider; in the browser of `login` by default. */
  readonly callback: (url: string, login?: Response | undefined) => Promise<Response>
  /** Logs in and comes back. */
  readonly logIn: (login: Response, claims?: Readonly<Record<string, unknown>>) => Promise<Response>
  /** A fresh code of a whole launch. */
  readonly code: (changes?: Changes, claims?: Readonly<Record<string, unknown>>) => Promise<string>
  readonly exchange: (code: string, changes?: Changes, init?: RequestInit) => Promise<Response>
  readonly credentials: (changes?: Changes, init?: RequestInit) => Promise<Response>
  readonly introspect: (token: string | undefined, changes?: Changes, init?: RequestInit) => Promise<Response>
}

export interface SigningOptions {
  readonly key?: TestKey
  /** Members of the header; undefined leaves one out. */
  readonly header?: Readonly<Record<string, unknown>>
}

export const ANNA = { preferred_username: 'anna@example.org' }

const person = (resourceType: string, id: string, username: string) => ({
  resourceType,
  id,
  active: true,
  identifier: [{ system: USERNAMES, value: username }],
})

export const PEOPLE_AND_TASKS: Resources = {
  'Patient/anna': person('Patient', 'anna', 'anna@example.org'),
  'Patient/bram': person('Patient', 'bram', 'bram@example.org'),
  'Practitioner/carla': person('Practitioner', 'carla', 'carla@example.org'),
  'RelatedPerson/dirk': {
    ...person('RelatedPerson', 'dirk', 'dirk@example.org'),
    patient: { reference: 'Patient/anna' },
  },
  'Task/intake': { resourceType: 'Task', id: 'intake', for: { reference: 'Patient/anna' } },
  'Task/mistaken': {
    resourceType: 'Task',
    id: 'mistaken',
    status: 'entered-in-error',
    for: { reference: 'Patient/anna' },
  },
  'ActivityDefinition/intake': {
    resourceType: 'ActivityDefinition',
    id: 'intake',
    extension: [{ url: RESOURCE_ORIGIN, valueReference: { reference: `Device/${APP}` } }],
  },
  'ActivityDefinition/of-other': {
    resourceType: 'ActivityDefinition',
    id: 'of-other',
    extension: [{ url: RESOURCE_ORIGIN, valueReference: { reference: `Device/${OTHER_APP}` } }],
  },
}

const ALL_READ: Permission = { resourceType: '*', scope: 'all', operations: 'rs', grantedBy: [] }

export const client = (changes: Partial<Client> & Pick<Client, 'clientId'>): Client => ({
  name: changes.clientId,
  kind: 'module',
  status: 'approved',
  jwks: undefined,
  jwksUrl: undefined,
  redirectUris: [],
  launchUrl: undefined,
  roleName: undefined,
  ...changes,
})

export interface TestOptions {
  readonly idpIssuer?: string
  readonly idpFetch?: Fetch
  readonly claim?: string
  readonly claimsFrom?: ClaimsFrom
  readonly fetch?: Fetch
  readonly publicHttps?: boolean
  readonly tracing?: Tracing
  readonly demo?: boolean
  readonly scanning?: boolean
  readonly unprovenErrorsStay?: boolean
  /** A database file that is there already. */
  readonly file?: string
}

const noNetwork: Fetch = async (input) => {
  throw new Error(`Nothing may be fetched, but was: ${input instanceof Request ? input.url : input}`)
}

export async function authorizationServer(options: TestOptions = {}): Promise<AuthorizationServer> {
  let now = Date.now()
  const clock = () => now
  const { storage, database, sql, place: file } = await testStorage(clock, options.file)
  const idp = await testIdp(options.idpIssuer ?? IDP, clock)
  const [appKey, platformKey] = [await testKey('app'), await testKey('platform')]
  const signingKeys = [await testKey('as', 'RS256')]
  const resources: Resources = structuredClone(PEOPLE_AND_TASKS)
  const clients = storage.registry
  if (!options.file) await register(clients, appKey, platformKey)
  const log: string[] = []
  const note = (facts: Readonly<Record<string, unknown>>, message: string) =>
    void log.push(JSON.stringify({ ...facts, message }))

  const gone = new Set<string>()
  const clientAddress = () => '192.0.2.1'
  const deps: OauthDeps = {
    issuer: AS,
    endpoints: {
      authorize: `${AS}/oauth2/authorize`,
      callback: `${AS}/oauth2/callback`,
      token: TOKEN_ENDPOINT,
      introspect: `${AS}/oauth2/introspect`,
      jwks: `${AS}/oauth2/jwks`,
      backchannelLogout: `${AS}/oauth2/backchannel-logout`,
    },
    startPage: 'https://portal.example/portal',
    errorPages: ERROR_PAGES,
    fhirBases: { canonical: FD, accepted: [AS, `${AS}/fhir`, FD] },
    profile: koppeltaal,
    loggedOutApps: { parties: [], fetch: async () => new Response(null, { status: 404 }), post: async () => 404 },
    stores: storage.oauth,
    directory: { find: async (type, id) => resources[`${type}/${id}`] },
    keys: testKeyRing(signingKeys),
    accessTokenKeys: testKeyRing(signingKeys),
    clock,
    random: systemRandom,
    log: { info: note, warn: note, error: note },
    audit: testAudit({ open: storage.audit, clock, site: AS, identifierSystem: USERNAMES, clientAddress }),
    cookies: cookieJar(AS),
    fetch: options.fetch ?? noNetwork,
    fetchClientKeys: options.fetch ?? noNetwork,
    idp: {
      issuer: idp.issuer,
      clientId: 'slipway-as',
      clientSecret: 'a secret of the test',
      claim: options.claim ?? 'preferred_username',
      claimsFrom: options.claimsFrom ?? 'auto',
      identifierSystem: USERNAMES,
      fetch: options.idpFetch ?? ((input, init) => idp.handle(new Request(input, init))),
      isCurrent: async (subject) => !gone.has(subject),
    },
    resourceTypes: ['ActivityDefinition', 'Device', 'Patient', 'Practitioner', 'Task'],
    publicHttps: options.publicHttps ?? false,
    unprovenErrorsStay: options.unprovenErrorsStay ?? false,
    limits: {
      token: { client: UNLIMITED, address: UNLIMITED },
      authorize: UNLIMITED,
      introspect: { client: UNLIMITED, address: UNLIMITED },
      inactive: options.scanning === false ? undefined : inactiveTokens(limitersInMemory()),
    },
    clientAddress,
    onAuthenticated: () => undefined,
    demo: options.demo ?? true,
    tracing: options.tracing ?? testTracing,
  }
  const oauth = createOauth(deps)

  const launchToken: AuthorizationServer['launchToken'] = (claims = {}, { key = platformKey, header = {} } = {}) => {
    const iat = numericDate(now)
    const valid = {
      iss: PLATFORM,
      aud: `Device/${APP}`,
      sub: 'Patient/anna',
      resource: 'Task/intake',
      jti: systemRandom.uuid(),
      iat,
      exp: iat + 300,
    }
    return signJwt({ typ: 'JWT', alg: key.alg, kid: key.kid, ...header }, { ...valid, ...claims }, key)
  }

  const assertion: AuthorizationServer['assertion'] = (claims = {}, { key = appKey, header = {} } = {}) => {
    const valid = { iss: APP, sub: APP, aud: TOKEN_ENDPOINT, exp: numericDate(now) + 300, jti: systemRandom.uuid() }
    return signJwt({ typ: 'JWT', alg: key.alg, kid: key.kid, ...header }, { ...valid, ...claims }, key)
  }

  const authorizeUrl: AuthorizationServer['authorizeUrl'] = async (changes = {}) => {
    const valid = {
      response_type: 'code',
      client_id: APP,
      redirect_uri: REDIRECT_URI,
      scope: 'launch openid fhirUser',
      state: systemRandom.token(),
      aud: FD,
      launch: 'launch' in changes ? undefined : await launchToken(),
      code_challenge: sha256(VERIFIER),
      code_challenge_method: 'S256',
      nonce: systemRandom.token(),
    }
    return `${AS}/oauth2/authorize?${encode({ ...valid, ...changes })}`
  }

  const authorize: AuthorizationServer['authorize'] = async (changes) =>
    oauth.authorize(new Request(await authorizeUrl(changes)))

  const callback: AuthorizationServer['callback'] = async (url, login) =>
    oauth.callback(new Request(url, { headers: login ? { cookie: cookiesOf(login) } : {} }))

  const logIn: AuthorizationServer['logIn'] = (login, claims = ANNA) =>
    callback(idp.logIn(login.headers.get('location') ?? '', claims), login)

  const post = async (url: string, valid: Changes, changes: Changes, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(init.headers as Record<string, string>) }
    return new Request(url, { method: 'POST', body: encode({ ...valid, ...changes }), ...init, headers })
  }
  const authentication = async (changes: Changes) => ({
    client_assertion_type: CLIENT_ASSERTION_TYPE,
    client_assertion: 'client_assertion' in changes ? undefined : await assertion(),
  })

  return {
    oauth,
    database,
    sql,
    registry: clients,
    file,
    idp,
    signingKeys,
    appKey,
    platformKey,
    resources,
    accountGone: (subject) => void gone.add(subject),
    log,
    audited: () => eventsOf({ storage, sql }),
    now: clock,
    advance: (ms) => {
      now += ms
    },
    authorizeUrl,
    authorize,
    launchToken,
    assertion,
    callback,
    logIn,
    code: async (changes, claims) => {
      const response = await logIn(await authorize(changes), claims)
      return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    },
    exchange: async (code, changes = {}, init) => {
      const valid = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
      return oauth.token(await post(TOKEN_ENDPOINT, { ...valid, ...(await authentication(changes)) }, changes, init))
    },
    credentials: async (changes = {}, init) => {
      const valid = { grant_type: 'client_credentials', scope: 'system/*.rs' }
      return oauth.token(await post(TOKEN_ENDPOINT, { ...valid, ...(await authentication(changes)) }, changes, init))
    },
    introspect: async (token, changes = {}, init) =>
      oauth.introspect(
        await post(`${AS}/oauth2/introspect`, { token, ...(await authentication(changes)) }, changes, init),
      ),
  }
}

async function register(clients: Registry, appKey: TestKey, platformKey: TestKey): Promise<void> {
  await clients.saveRole('reader', [ALL_READ])
  const otherKey = await testKey('other')
  await clients.saveClient(
    client({
      clientId: APP,
      jwks: { keys: [appKey.publicJwk] },
      redirectUris: [REDIRECT_URI, 'https://app.example/second'],
      roleName: 'reader',
    }),
  )
  await clients.saveClient(
    client({
      clientId: OTHER_APP,
      jwks: { keys: [otherKey.publicJwk] },
      redirectUris: [REDIRECT_URI],
      roleName: 'reader',
    }),
  )
  await clients.saveClient(client({ clientId: PLATFORM, kind: 'platform', jwks: { keys: [platformKey.publicJwk] } }))
}

/** A form or query of the parameters. */
export function encode(parameters: Changes): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) encoded.append(name, one)
  return encoded.toString()
}

/** The Cookie header of a browser that got this response. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Some minutes, for tests that wait. */
export const minutes = (count: number): number => count * MINUTE
