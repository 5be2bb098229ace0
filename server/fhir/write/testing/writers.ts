// A resource server with two apps that write, as the rows about writes have them: A and B with `cruds` on what is their own, and
// others with less or more.
import { expect } from 'vitest'
import { K0, P0, SMALLEST } from '#lib/fhir/validation/testing/examples.ts'
import type { FhirDeps } from '../../deps.ts'
import type { Grantable } from '../../store.ts'
import { F, type FhirServer, fhirServer, type Json } from '../../testing/fhir-server.ts'

const OWNED = [
  ...['Patient', 'Practitioner', 'RelatedPerson', 'CareTeam', 'ActivityDefinition', 'Endpoint', 'Task', 'Subscription'],
]

const own = (clientId: string): readonly Grantable[] =>
  OWNED.map((type) => ({ type, operations: 'cruds', origins: [clientId] }))

/** The client_ids, and what the roles of these clients allow. */
const CLIENTS: Readonly<Record<string, readonly Grantable[]>> = {
  A: own('A'),
  B: own('B'),
  granted: [
    { type: 'Task', operations: 'ru', origins: ['A'] },
    { type: 'Patient', operations: 'r', origins: ['A'] },
    { type: 'Subscription', operations: 'cruds', origins: ['granted'] },
  ],
  all: Object.keys(SMALLEST).map((type) => ({ type, operations: 'cruds' })),
  ro: [{ type: '*', operations: 'rs' }],
}

type ClientId = 'A' | 'B' | 'granted' | 'all' | 'ro'

const SCOPES: Readonly<Record<string, string>> = { ro: 'system/*.rs' }

export type Headers = Readonly<Record<string, string>>

/** Requests of one client. A path goes below the base; a body that is no string is sent as JSON. */
export interface Writer {
  readonly send: (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Response>
  readonly get: (path: string, headers?: Headers) => Promise<Response>
  readonly post: (path: string, body: unknown, headers?: Headers) => Promise<Response>
  readonly put: (path: string, body: unknown, headers?: Headers) => Promise<Response>
  readonly patch: (path: string, body: unknown, headers?: Headers) => Promise<Response>
  readonly delete: (path: string, headers?: Headers) => Promise<Response>
  /** Creates a resource and gives it as it is stored. Fails the test where that is refused. */
  readonly made: (resource: Json) => Promise<Stored>
}

export type Stored = Json & { readonly id: string; readonly meta: { readonly versionId: string } }

export interface WriteServer extends FhirServer {
  /** Requests of a client, with a token of these scopes: of its whole role unless told. */
  readonly as: (clientId: ClientId, scope?: string, base?: string) => Promise<Writer>
  /**
   * Fails unless `attempt` leaves every resource as it was: no version more, and nothing for subscriptions. Events of the audit log do
   * not count.
   */
  readonly changesNothing: <T>(attempt: () => Promise<T>) => Promise<T>
  /** A Patient and a Practitioner of A, and a Task that refers to them. */
  readonly task: (
    more?: Json,
  ) => Promise<{ readonly patient: Stored; readonly practitioner: Stored; readonly task: Json }>
}

export const ifMatch = (version: number | string): Headers => ({ 'if-match': `W/"${version}"` })

export const JSON_PATCH = { 'content-type': 'application/json-patch+json' }

/** The writes of a server by other rules, for another one beside it. */
export const writesBy = (server: FhirServer, rules: FhirDeps['writes']['rules']): FhirDeps['writes'] => ({
  ...server.writes,
  rules,
  transact: (work) => server.resources.transact((tx) => work({ ...tx, registry: server.registry })),
  transactInSteps: (work) => server.resources.transactInSteps((tx) => work({ ...tx, registry: server.registry })),
})

/** Opens a server with nothing in it, and closes it with the test. */
export async function writeServer(
  more: Partial<FhirDeps> = {},
  options: Parameters<typeof fhirServer>[1] = {},
): Promise<WriteServer> {
  const server = await fhirServer(more, options)
  for (const [clientId, permissions] of Object.entries(CLIENTS)) server.clients.set(clientId, permissions)
  const scopeOf = (clientId: string) =>
    SCOPES[clientId] ??
    [...(CLIENTS[clientId] ?? [])].map(({ type, operations }) => `system/${type}.${operations}`).join(' ')
  const as = async (clientId: ClientId, scope = scopeOf(clientId), base = F): Promise<Writer> => {
    const authorization = `Bearer ${await server.token(scope, clientId)}`
    const send: Writer['send'] = (method, path, body, headers = {}) =>
      server.ask(`${base}${path}`, {
        method,
        headers: {
          authorization,
          ...(body === undefined ? {} : { 'content-type': 'application/fhir+json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    return {
      send,
      get: (path, headers) => send('GET', path, undefined, headers),
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
      patch: (path, body, headers) => send('PATCH', path, body, { ...JSON_PATCH, ...headers }),
      delete: (path, headers) => send('DELETE', path, undefined, headers),
      made: async (resource) => {
        const response = await send('POST', `/${String(resource['resourceType'])}`, resource)
        const text = await response.text()
        if (response.status !== 201) throw new Error(`not created: ${response.status} ${text}`)
        return JSON.parse(text) as Stored
      },
    }
  }
  const stored = () =>
    server.sql.rows(
      `SELECT (SELECT count(*) FROM resource_version WHERE type <> 'AuditEvent') AS versions, (SELECT count(*) FROM resource_event) AS told`,
    )
  return {
    ...server,
    as,
    changesNothing: async (attempt) => {
      const before = await stored()
      const result = await attempt()
      expect(await stored()).toEqual(before)
      return result
    },
    task: async (changes = {}) => {
      const a = await as('A')
      const [patient, practitioner] = [await a.made(P0), await a.made(SMALLEST['Practitioner'] as Json)]
      const task = {
        ...K0,
        for: { reference: `Patient/${patient.id}`, type: 'Patient' },
        owner: { reference: `Practitioner/${practitioner.id}`, type: 'Practitioner' },
        ...changes,
      }
      return { patient, practitioner, task }
    },
  }
}
