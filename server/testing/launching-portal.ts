// The portal alone, on top of a foreign domain, with a small ward of people and tasks.
import { NO_READ_AUDIT } from '#lib/audit/audit.ts'
import { cookieJar } from '#lib/cookies.ts'
import { systemRandom } from '#lib/crypto/random.ts'
import { ENDPOINT, INSTANTIATES, RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import type { Handler } from '#lib/http/handler.ts'
import { pageVisits } from '#lib/http/page-visits.ts'
import type { Log } from '#lib/log.ts'
import { OAuthError } from '#lib/oauth/oauth-error.ts'
import { createPortal, type Portal, type PortalDeps } from '../portal/portal.ts'
import { keyRing, type OtherDomain, otherDomain } from './other-domain.ts'
import { testTracing } from './tracing.ts'

export const PORTAL = 'https://portal.example'
export const PORTAL_CLIENT_ID = 'care-portal'
export const IDENTIFIER_SYSTEM = 'https://idp.example'

export interface LaunchingPortal {
  readonly portal: Portal
  readonly domain: OtherDomain
  readonly keys: PortalDeps['keys']
  readonly now: () => number
  /** The JSON of a read handler, for a person. */
  readonly read: (handler: Handler, path: string, who?: Who) => Promise<{ status: number; body: unknown }>
  /** Posts a form of the portal's own page. */
  readonly post: (
    handler: Handler,
    form: Readonly<Record<string, string>>,
    who?: Who,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  readonly logged: () => string
}

/** A signed-in user name. */
export interface Who {
  readonly username?: string
}

const reference = (to: string) => ({ reference: to })
const extension = (url: string, to: string) => ({ url, valueReference: reference(to) })
const identifier = (value: string) => [{ system: IDENTIFIER_SYSTEM, value }]
const person = (type: string, id: string, given: string, family: string, more: object = {}) => ({
  resourceType: type,
  id,
  active: true,
  identifier: identifier(`${given}@example.org`.toLowerCase()),
  name: [{ use: 'official', given: [given], family }],
  ...more,
})
const task = (id: string, subject: string, more: object = {}) => ({
  resourceType: 'Task',
  id,
  status: 'ready',
  intent: 'order',
  description: `Task ${id}`,
  authoredOn: '2026-11-16',
  for: reference(subject),
  extension: [extension(INSTANTIATES, 'ActivityDefinition/sleep')],
  ...more,
})

const WARD = [
  person('Patient', 'anna', 'Anna', 'Bakker', { birthDate: '1990-01-02', gender: 'female' }),
  person('Patient', 'bram', 'Bram', 'de Wit'),
  person('Practitioner', 'dora', 'Dora', 'Smit'),
  person('RelatedPerson', 'ed', 'Ed', 'Bakker', { patient: reference('Patient/anna') }),
  {
    resourceType: 'Device',
    id: 'sleep-app',
    status: 'active',
    deviceName: [{ name: 'Sleep', type: 'user-friendly-name' }],
  },
  { resourceType: 'Endpoint', id: 'sleep', status: 'active', address: 'https://sleep.example/launch' },
  {
    resourceType: 'ActivityDefinition',
    id: 'sleep',
    status: 'active',
    title: 'Sleep diary',
    extension: [extension(RESOURCE_ORIGIN, 'Device/sleep-app'), extension(ENDPOINT, 'Endpoint/sleep')],
  },
  task('anna-1', 'Patient/anna'),
  task('anna-2', 'Patient/anna', { status: 'completed' }),
  task('bram-1', 'Patient/bram'),
]

export const DEMO_PEOPLE = [
  { reference: 'Patient/anna', name: 'Anna Bakker', username: 'anna@example.org' },
  { reference: 'Practitioner/dora', name: 'Dora Smit', username: 'dora@example.org' },
  { reference: 'RelatedPerson/ed', name: 'Ed Bakker', username: 'ed@example.org' },
]

export async function launchingPortal(changes: Partial<PortalDeps> = {}): Promise<LaunchingPortal> {
  const now = Date.parse('2026-11-20T10:00:00Z')
  const keys = await keyRing('portal-1')
  const domain = await otherDomain({ client: { id: PORTAL_CLIENT_ID, keys }, now: () => now })
  for (const resource of WARD) domain.resources.set(`${resource.resourceType}/${resource.id}`, resource)
  const lines: string[] = []
  const keep = (facts: unknown, message: string) => lines.push(`${message} ${JSON.stringify(facts)}`)
  const log: Log = { info: keep, warn: keep, error: keep }
  const portal = createPortal({
    publicUrl: PORTAL,
    clientId: PORTAL_CLIENT_ID,
    isInUse: async () => true,
    fhirBase: domain.iss,
    identifierSystem: IDENTIFIER_SYSTEM,
    keys,
    clock: () => now,
    random: systemRandom,
    log,
    cookies: cookieJar(PORTAL),
    fetch: domain.fetch,
    tracing: testTracing,
    audit: { ...NO_READ_AUDIT, record: () => {} },
    traceOfTask: async () => undefined,
    newestTask: async () => '',
    clientAddress: () => 'unknown',
    // The signed-in person is a port of the portal; here a header sets it.
    viewer: async (request) => {
      const username = request.headers.get('x-test-user')
      return username === null ? undefined : { username, name: undefined }
    },
    once: pageVisits().once,
    endsApps: true,
    messages: { keep: async () => true, forget: async () => undefined, find: async () => new Map() },
    compose: {
      isAdmin: async () => false,
      bearer: async () => undefined,
      countBearer: async () => undefined,
      count: async () => undefined,
      networkOf: () => 'a network',
      apps: async () => [],
      accountOf: async () => undefined,
      tickets: { create: async () => undefined, consume: async () => undefined },
      client: async () => {
        throw new OAuthError('invalid_client', 'nobody is registered here.')
      },
    },
    launchOrigins: async (clientId) => new Set(clientId === 'sleep-app' ? ['https://sleep.example'] : []),
    ownApp: async () => undefined,
    demo: {
      people: DEMO_PEOPLE,
      fresh: { activity: 'ActivityDefinition/diary', requester: 'Practitioner/1' },
      showAnswers: async () => false,
    },
    ...changes,
  })
  const headersOf = ({ username }: Who) => ({
    ...(username === undefined ? {} : { 'x-test-user': username }),
  })
  return {
    portal,
    domain,
    keys,
    now: () => now,
    read: async (handler, path, who = {}) => {
      const response = await handler(new Request(`${PORTAL}${path}`, { headers: headersOf(who) }))
      return { status: response.status, body: await response.json() }
    },
    post: async (handler, form, who = {}, headers = { origin: PORTAL }) =>
      handler(
        new Request(`${PORTAL}/portal`, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { ...headersOf(who), ...headers },
        }),
      ),
    logged: () => lines.join('\n'),
  }
}
