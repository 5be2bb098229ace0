// A resource server for tests: this peer alone, over a database of its own, with tokens signed by a real key.

import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { expect } from 'vitest'
import { andThen } from '#lib/async/maybe.ts'
import { NO_READ_AUDIT } from '#lib/audit/audit.ts'
import { MINUTE, numericDate } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { CONSOLE_HEADER } from '#lib/http/console-header.ts'
import { UNLIMITED } from '#lib/http/rate-limit.ts'
import type { Log } from '#lib/log.ts'
import { type AuditLog, createAudit } from '#server/audit/audit.ts'
import { auditChain } from '#server/audit/chain.ts'
import type { Database } from '#server/storage/sqlite/file/database.ts'
import type { ResourceDatabase, Storage } from '#server/storage/storage.ts'
import { receiverOf } from '#server/subscriptions/rules.ts'
import { eventsOf, type ReadEvent } from '#server/testing/audit.ts'
import { hasFastPath } from '#server/testing/fast-path.ts'
import type { Looking } from '#server/testing/looking.ts'
import { r4Problems } from '#server/testing/r4-validators.ts'
import { testStorage } from '#server/testing/test-storage.ts'
import { testTracing } from '../../testing/tracing.ts'
import { createFhir, type Fhir, type FhirDeps } from '../fhir.ts'
import type { Grantable } from '../store.ts'

export const BASE_URL = 'http://localhost:3000'
export const F = `${BASE_URL}/fhir`
export const FD = `${BASE_URL}/fhir/DEFAULT`
export const ISSUER = 'http://localhost:3000'
export const START = Date.UTC(2026, 3, 1, 12, 0, 0, 250)
export const TYPES = [
  ...['ActivityDefinition', 'AuditEvent', 'CareTeam', 'Device', 'Endpoint', 'Organization', 'Patient', 'Practitioner'],
  ...['RelatedPerson', 'Subscription', 'Task'],
]

export interface SigningKey {
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export async function signingKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

// One key for all tests of a file: making one takes longer than most tests.
const KEY = await signingKey('key-1')

export interface TokenOptions {
  readonly claims?: JWTPayload
  readonly header?: Readonly<Record<string, unknown>>
  readonly key?: SigningKey
}

export type Json = Readonly<Record<string, unknown>>

export interface FhirServer {
  readonly fhir: Fhir
  /** Of its database. */
  readonly file: string
  readonly audit: AuditLog
  readonly database: Database
  readonly sql: Looking
  readonly storage: Storage
  /** The storage that another process has of the same database. */
  readonly another: () => Promise<Storage>
  /** Everything that is in the audit log. */
  readonly events: () => Promise<readonly ReadEvent[]>
  /** What it writes by. */
  readonly writes: FhirDeps['writes']
  readonly resources: ResourceDatabase
  /** The permissions of each client; a client that is not in it is unknown. */
  readonly clients: Map<string, readonly Grantable[]>
  readonly keys: SigningKey[]
  /** What stands for the registry: changes with clients and keys. */
  readonly registry: () => unknown
  readonly logged: unknown[]
  readonly advance: (ms: number) => void
  readonly now: () => number
  /** A bearer token; of the client `reader`, with system/*.rs, by default. */
  readonly token: (scope?: string, clientId?: string, options?: TokenOptions) => Promise<string>
  /** A request without a token. */
  readonly ask: (url: string, init?: RequestInit) => Promise<Response>
  /** A GET with a token of `reader`. */
  readonly get: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly put: (...resources: readonly Json[]) => Promise<void>
}

/** The rules of Subscriptions need a whole domain: their tests are there. */
const ANY_SUBSCRIPTION: FhirDeps['writes']['subscriptions'] = {
  judge: async () => () => [],
  sentProblems: () => [],
  receiverOf,
  endpointProblem: async () => undefined,
  toStore: (text) => text,
}

export const READER = 'reader'
const EVERYTHING: readonly Grantable[] = ['*', 'AuditEvent'].map((type) => ({ type, operations: 'rs' }))

interface ServerOptions {
  /** Another server, whose database it shares, as a second process of the domain does. */
  readonly beside?: FhirServer
  /** True to record reads, too. */
  readonly auditsReads?: boolean
}

/** Opens a server with no resources and closes it with the test. */
export async function fhirServer(
  more: Partial<FhirDeps> = {},
  { beside, auditsReads = false }: ServerOptions = {},
): Promise<FhirServer> {
  let ahead = 0
  const clock = beside?.now ?? (() => START + ahead)
  const { storage, database, sql, place: file } = await testStorage(clock, beside?.file)
  const { resources, state: written } = storage
  const clients = beside?.clients ?? new Map<string, readonly Grantable[]>([[READER, EVERYTHING]])
  const keys = [KEY]
  const logged: unknown[] = []
  const log: Log = { info: () => {}, warn: () => {}, error: (facts) => logged.push(facts) }
  const registry = () => JSON.stringify([keys.map(({ jwk }) => jwk), ...clients])
  const chain = auditChain('the key of a test')
  const audit = createAudit({
    ...{ store: storage.audit(chain), chain, clock, random: systemRandom, log },
    ...{ identifierSystem: ISSUER, clientAddress: () => '192.0.2.1' },
  })
  const writes: FhirDeps['writes'] = {
    transact: resources.transact,
    transactInSteps: resources.transactInSteps,
    durable: storage.durable,
    audit: audit.writesAt(F),
    rules: { profiles: 'declared', integrity: true, guardedTasks: true },
    limits: { resource: 2 ** 20, bundle: 4 * 2 ** 20, entries: 500, searchMs: 5000 },
    clientIds: async () => new Set(['slipway', ...clients.keys()]),
    addressOrigins: async () => new Set(['https://app.example']),
    allAddressOrigins: async () => new Set(['https://app.example', 'https://other.example']),
    subscriptions: ANY_SUBSCRIPTION,
    committed: () => undefined,
  }
  const fhir = createFhir({
    baseUrl: BASE_URL,
    resourceTypes: TYPES,
    authorizationServer: {
      issuer: ISSUER,
      authorize: `${BASE_URL}/oauth2/authorize`,
      token: `${BASE_URL}/oauth2/token`,
      introspect: `${BASE_URL}/oauth2/introspect`,
      jwks: `${BASE_URL}/oauth2/jwks`,
      scopes: ['launch', 'openid', 'fhirUser'],
      publicJwks: async () => ({ keys: keys.map(({ jwk }) => jwk) }),
    },
    resources,
    snapshots: storage.snapshots,
    writes: {
      ...writes,
      // The permissions of these clients are in no table: what stands for the registry here is known to this server alone.
      transact: (work) => resources.transact((tx) => work({ ...tx, registry })),
      transactInSteps: (work) => resources.transactInSteps((tx) => work({ ...tx, registry })),
    },
    allowsOrigin: async () => false,
    tellsCost: ({ headers }) => headers.get(CONSOLE_HEADER) === 'of the console',
    authority: {
      find: async (clientId) => {
        const permissions = clients.get(clientId)
        return permissions && { permissions, approvedAt: 0 }
      },
    },
    state: (tick) => andThen(written(tick), (state) => ({ ...state, registry: registry() })),
    remembers: hasFastPath(),
    clock,
    random: systemRandom,
    log,
    version: '1.2.3',
    limits: { client: UNLIMITED, address: UNLIMITED },
    clientAddress: () => '192.0.2.1',
    onAuthenticated: () => undefined,
    tracing: testTracing,
    audit: auditsReads ? audit.at(F) : NO_READ_AUDIT,
    ...more,
  })
  const token: FhirServer['token'] = (scope = 'system/*.rs', clientId = READER, { claims, header, key = KEY } = {}) =>
    new SignJWT({
      iss: ISSUER,
      aud: FD,
      sub: clientId,
      client_id: clientId,
      scope,
      jti: systemRandom.uuid(),
      iat: numericDate(clock()),
      exp: numericDate(clock() + 5 * MINUTE),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.jwk.kid ?? '', ...header })
      .sign(key.privateKey)
  const ask: FhirServer['ask'] = async (url, init) => fhir.handle(new Request(url, init))
  return {
    fhir,
    file,
    database,
    sql,
    storage,
    another: async () => (await testStorage(clock, file)).storage,
    events: () => eventsOf({ storage, sql }),
    audit,
    writes,
    resources,
    clients,
    keys,
    registry,
    logged,
    advance: (ms) => {
      ahead += ms
    },
    now: clock,
    token,
    ask,
    get: async (url, headers = {}) => ask(url, { headers: { authorization: `Bearer ${await token()}`, ...headers } }),
    put: async (...list) => {
      await resources.write(list.map(toWrite), clock())
    },
  }
}

export const toWrite = (parsed: Json) => ({
  type: String(parsed['resourceType']),
  id: String(parsed['id']),
  text: JSON.stringify(parsed),
  parsed,
})

export const patient = (id: string, more: Json = {}): Json => ({ resourceType: 'Patient', id, active: true, ...more })

export const originOf = (device: string) => [
  {
    url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
    valueReference: { reference: `Device/${device}`, type: 'Device' },
  },
]

export interface BundleJson {
  readonly id: string
  readonly total?: number
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly { readonly fullUrl: string; readonly resource: Json; readonly search: Json }[]
}

export const bundleOf = async (response: Response): Promise<BundleJson> => {
  expect(response.status).toBe(200)
  return (await response.json()) as BundleJson
}

export const idsOf = ({ entry = [] }: BundleJson): readonly string[] =>
  entry.map(({ resource }) => String(resource['id']))

export const linkOf = ({ link }: BundleJson, relation: string): string | undefined =>
  link.find((one) => one.relation === relation)?.url

interface OutcomeJson {
  readonly resourceType: string
  readonly issue: readonly {
    readonly severity: string
    readonly code: string
    readonly details: { text: string }
    readonly diagnostics?: string
    readonly expression?: readonly string[]
  }[]
}

/** Asserts an OperationOutcome that two independent validators take, with this status and code, and gives it back. */
export async function expectOutcome(response: Response, status: number, code: string): Promise<OutcomeJson> {
  const text = await response.text()
  expect(`${response.status} ${text}`).toMatch(new RegExp(`^${status} `))
  expect(response.headers.get('content-type')).toMatch(/^application\/fhir\+json/)
  const outcome = JSON.parse(text) as OutcomeJson
  expect(outcome.resourceType).toBe('OperationOutcome')
  expect(r4Problems(outcome)).toEqual([])
  expect(outcome.issue[0]).toMatchObject({ severity: status >= 500 ? 'fatal' : 'error', code })
  return outcome
}
