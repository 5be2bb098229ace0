// A domain with an app that has Subscriptions. Resources are written as the FHIR API writes them: with their row of the outbox, in
// one transaction.
import type { Grantable } from '../../fhir/store.ts'
import { resourceWriter } from '../../storage/sqlite/resources/resource-writer.ts'
import { outboxWriter } from '../../storage/sqlite/subscriptions/outbox.ts'
import { registerApp, type TestApp } from '../../testing/app.ts'
import { type TestDomain, testDomain } from '../../testing/domain.ts'
import type { RequestIds } from '../store.ts'

type Json = Readonly<Record<string, unknown>>

export const OWNER = 'watcher'

export const originOf = (device: string) => ({
  url: 'http://koppeltaal.nl/fhir/StructureDefinition/resource-origin',
  valueReference: { reference: `Device/${device}`, type: 'Device' },
})

export interface Subscribed extends TestDomain {
  /** The owner of the Subscriptions. */
  readonly app: TestApp
  /** Writes a resource as a request of an app does. */
  readonly write: (resource: Json, ids?: Partial<RequestIds>) => void
  /** Writes a Task of an app, the owner of the Subscriptions by default. */
  readonly task: (id: string, more?: Json, device?: string) => void
  /** Writes a Subscription, `requested` by default. */
  readonly subscribe: (more?: Json, channel?: Json, device?: string) => void
  /** The current text of a Subscription. */
  readonly current: (id?: string) => Json
  readonly settle: () => Promise<void>
}

interface Surroundings {
  /** The receiver of the Subscriptions, whose origin is registered for their owner. */
  readonly endpoint: string
  readonly env?: Readonly<Record<string, string>>
  readonly surroundings?: Parameters<typeof testDomain>[1]
}

const PERMISSIONS: readonly (Pick<Grantable, 'type' | 'operations'> & { readonly scope: 'all' | 'own' })[] = [
  { type: 'Task', operations: 'rs', scope: 'all' },
  { type: 'Patient', operations: 'rs', scope: 'own' },
  { type: 'Subscription', operations: 'cruds', scope: 'own' },
]

export async function subscribed({ endpoint, env, surroundings }: Surroundings): Promise<Subscribed> {
  const test = await testDomain(env, surroundings)
  const { domain } = test
  await domain.registry.saveRole(
    'watchers',
    PERMISSIONS.map(({ type, ...rest }) => ({ resourceType: type, ...rest, grantedBy: [] })),
  )
  const app = await registerApp(domain, OWNER, 'watchers')
  const client = await domain.registry.find(app.clientId)
  if (client) await domain.registry.saveClient({ ...client, redirectUris: [`${new URL(endpoint).origin}/callback`] })
  const { sql } = domain.database
  const [writer, outbox] = [resourceWriter(sql), outboxWriter(sql)]
  const newest = sql.prepare<[], number>('SELECT max(seq) FROM resource_version').pluck()
  const write: Subscribed['write'] = (parsed, ids = {}) => {
    const [type, id] = [String(parsed['resourceType']), String(parsed['id'])]
    const commit = sql.transaction(() => {
      const [outcome] = writer.write([{ type, id, text: JSON.stringify(parsed), parsed }], test.now())
      if (outcome === 'unchanged') return
      const requestId = ids.requestId ?? crypto.randomUUID()
      outbox.add({ seq: newest.get() ?? 0, requestId, correlationId: ids.correlationId, traceId: ids.traceId })
    })
    commit.immediate()
    domain.peers.subscriptions.wake()
  }
  return {
    ...test,
    app,
    write,
    task: (id, more = {}, device = OWNER) =>
      write({ resourceType: 'Task', id, status: 'ready', intent: 'order', extension: [originOf(device)], ...more }),
    subscribe: (more = {}, channel = {}, device = OWNER) =>
      write({
        resourceType: 'Subscription',
        id: 'sub',
        status: 'requested',
        reason: 'To follow tasks',
        criteria: 'Task?',
        extension: [originOf(device)],
        channel: { type: 'rest-hook', endpoint, ...channel },
        ...more,
      }),
    current: (id = 'sub') => JSON.parse(domain.resources.readCurrent('Subscription', id)?.body ?? '{}') as Json,
    settle: () => domain.peers.subscriptions.settle(),
  }
}
