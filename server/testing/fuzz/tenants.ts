// Two tenants of one domain. Data of the second carries a marker, which no answer to the first may contain.
import { onTestFinished } from 'vitest'
import { RESOURCE_ORIGIN } from '#lib/fhir/koppeltaal.ts'
import { passwordHash } from '#server/idp/login/password.ts'
import { launchToken, registerApp, type TestApp } from '../app.ts'
import { portalCookie } from '../portal-cookie.ts'
import { type RunningDomain, runningDomain } from '../running.ts'
import { type Wire, wireTo } from './wire.ts'

/** Stands in everything that belongs to the second tenant. */
export const MARKER = 'MarkedAsOfB'

export interface Tenants {
  readonly running: RunningDomain
  readonly wire: Wire
  readonly app: TestApp
  /** Headers of callers: unauthenticated, the first tenant's app, a person of it, an administrator. */
  readonly callers: Readonly<Record<'nobody' | 'app' | 'person' | 'admin', Readonly<Record<string, string>>>>
}

/** A domain as people run it, not the demo, with both tenants in it. */
export async function twoTenants(): Promise<Tenants> {
  const running = await runningDomain({ DEMO: 'false' })
  const { domain } = running
  await publishPortalKeys(running)
  await domain.registry.saveRole('own', [{ resourceType: '*', scope: 'own', operations: 'rs', grantedBy: [] }])
  const app = await registerApp(domain, 'app-a', 'own')
  await registerApp(domain, 'app-b', 'own')
  const other = await domain.registry.find('app-b')
  if (!other) throw new Error('The app was not registered')
  await domain.registry.saveClient({ ...other, name: MARKER, launchUrl: `https://${MARKER.toLowerCase()}.example/` })
  const person = await addPerson(running, 'anna@a.test')
  const admin = await addPerson(running, 'admin@a.test', 'admin')
  await addPerson(running, `${MARKER}@b.test`)
  await writeRecordsOfB(running)
  await traceOfB(running)
  const wire = wireTo(running.url)
  onTestFinished(wire.close)
  return {
    running,
    wire,
    app,
    callers: {
      nobody: {},
      app: { authorization: `Bearer ${await running.bearer(app)}` },
      person: { cookie: person, origin: running.url },
      admin: { cookie: admin, origin: running.url },
    },
  }
}

/** The copied domain lived at another address: its portal reads records with the keys that it publishes at this one. */
async function publishPortalKeys({ domain, url }: RunningDomain): Promise<void> {
  const portal = await domain.registry.find('demo-portal')
  if (!portal) throw new Error('The portal is not registered')
  await domain.registry.saveClient({ ...portal, jwksUrl: `${url}/portal/jwks` })
}

async function writeRecordsOfB({ domain }: RunningDomain): Promise<void> {
  const resources = ['Patient', 'Task', 'Device', 'Practitioner'].flatMap((type) => {
    const parsed = {
      resourceType: type,
      id: 'of-b',
      extension: [{ url: RESOURCE_ORIGIN, valueReference: { reference: 'Device/app-b' } }],
      identifier: [{ system: 'urn:b', value: MARKER }],
    }
    return [{ type, id: 'of-b', text: JSON.stringify(parsed), parsed }]
  })
  await domain.resources.write(resources, domain.clock())
}

/** A refused launch of the second tenant's app, whose trace names it. */
async function traceOfB({ domain, fetch }: RunningDomain): Promise<void> {
  const launch = await launchToken(domain, { clientId: 'app-b' }, { intent: MARKER })
  const query = new URLSearchParams({
    client_id: 'app-b',
    redirect_uri: 'http://localhost:8080/app-b/callback',
    state: MARKER,
    launch,
  })
  await fetch(`/oauth2/authorize?${query}`)
  await domain.traces.flush()
}

/** An account; the cookie of who signed in with it. */
async function addPerson({ domain }: RunningDomain, username: string, _role = 'patient'): Promise<string> {
  const id = crypto.randomUUID()
  const hash = await passwordHash('a long password')
  await (await domain.database.prisma()).account.create({
    data: {
      id,
      username: username.toLowerCase(),
      name: username,
      role: 'patient',
      passwordHash: hash,
      createdAt: new Date(domain.clock()),
    },
  })
  return portalCookie(domain, { id, username: username.toLowerCase(), name: username })
}
