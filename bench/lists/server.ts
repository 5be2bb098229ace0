// The FHIR API on a database file, called without a network, to measure lists in isolation.

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { NO_READ_AUDIT } from '#lib/audit/audit.ts'
import { MINUTE, numericDate } from '#lib/clock.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { UNLIMITED } from '#lib/http/rate-limit.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import { createFhir } from '#server/fhir/fhir.ts'
import type { Grantable } from '#server/fhir/store.ts'
import type { WritePorts } from '#server/fhir/write/ports.ts'
import { openDatabase } from '#server/storage/sqlite/file/database.ts'
import { resourceDatabase } from '#server/storage/sqlite/resources/resources.ts'
import { snapshotStore } from '#server/storage/sqlite/resources/snapshots.ts'
import { databaseState } from '#server/storage/sqlite/resources/state.ts'
import { databaseThreads } from '#server/storage/sqlite/threads/database-threads.ts'

const BASE = 'http://localhost:3000'

export interface BundleJson {
  readonly total?: number
  readonly link: readonly { readonly relation: string; readonly url: string }[]
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
}

export interface ListServer {
  /**
   * Sends a GET for a path below the FHIR base, or for a link, as a client with permission for it. Throws if the answer
   * is not a Bundle.
   */
  readonly get: (url: string) => Promise<BundleJson>
  readonly close: () => Promise<void>
}

/** This server never writes. */
const NOTHING_WRITTEN: Omit<WritePorts, 'transact'> = {
  durable: async () => {},
  audit: {
    written: () => {},
    refused: () => {},
    append: () => {
      throw new Error('Nothing is written here')
    },
  },
  rules: { profiles: 'off', integrity: false, guardedTasks: false },
  limits: { resource: 0, bundle: 0, entries: 0, searchMs: 0 },
  clientIds: async () => new Set(),
  addressOrigins: async () => new Set(),
  allAddressOrigins: async () => new Set(),
  subscriptions: {
    judge: async () => () => [],
    endpointProblem: async () => undefined,
    toStore: (text) => text,
  },
  committed: () => {},
}

/** Opens a file; `script` is the program of the search threads. */
export async function listServer(file: string, script: URL, permissions: readonly Grantable[]): Promise<ListServer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
  const database = openDatabase(file)
  const threads = databaseThreads(script, file)
  const resources = resourceDatabase(database.sql, threads)
  const fhir = createFhir({
    baseUrl: BASE,
    resourceTypes: ['Patient'],
    authorizationServer: {
      issuer: BASE,
      authorize: `${BASE}/authorize`,
      token: `${BASE}/token`,
      introspect: `${BASE}/introspect`,
      jwks: `${BASE}/jwks`,
      publicJwks: async () => ({ keys: [jwk] }),
    },
    resources,
    writes: { ...NOTHING_WRITTEN, transact: resources.transact },
    snapshots: snapshotStore(database.sql),
    authority: { find: async () => ({ permissions, approvedAt: 0 }) },
    state: databaseState(database.sql),
    remembers: true,
    clock: Date.now,
    random: systemRandom,
    tracing: { begin: () => NO_RECORDER, follows: () => false },
    audit: NO_READ_AUDIT,
    log: { info: () => {}, warn: () => {}, error: (facts) => console.error(facts) },
    version: 'bench',
    limits: { client: UNLIMITED, address: UNLIMITED },
    clientAddress: () => '192.0.2.1',
    allowsOrigin: async () => false,
    onAuthenticated: () => undefined,
  })
  const sign = (now = numericDate(Date.now())) =>
    new SignJWT({ client_id: 'bench', scope: 'system/*.rs', jti: systemRandom.uuid(), iat: now, exp: now + 300 })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'bench' })
      .setIssuer(BASE)
      .setAudience(`${BASE}/fhir/DEFAULT`)
      .setSubject('bench')
      .sign(privateKey)
  let token = await sign()
  const renewing = setInterval(async () => {
    token = await sign()
  }, MINUTE)
  return {
    get: async (url) => {
      const address = url.startsWith('http') ? url : `${BASE}/fhir/DEFAULT/${url}`
      const response = await fhir.handle(new Request(address, { headers: { authorization: `Bearer ${token}` } }))
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${address}: ${response.status} ${text}`)
      return JSON.parse(text) as BundleJson
    },
    close: async () => {
      clearInterval(renewing)
      await threads.close()
      await database.close()
    },
  }
}
