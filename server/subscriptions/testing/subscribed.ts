// A domain with an app that has Subscriptions. Resources are written as the FHIR API writes them: with their row of the outbox, in
// one transaction.
import { originOf } from '#lib/fhir/koppeltaal.ts'
import { prepareResource } from '#lib/fhir/prepared-resource.ts'
import { DEMO_SUBSCRIPTION } from '../../demo/resources.ts'
import type { Domain } from '../../domain/domain.ts'
import type { Grantable } from '../../fhir/store.ts'
import { registerApp, type TestApp } from '../../testing/app.ts'
import { type TestDomain, testDomain } from '../../testing/domain.ts'
import type { FileDomain } from '../../testing/file-domain.ts'
import type { RequestIds } from '../store.ts'

type Json = Readonly<Record<string, unknown>>

export const OWNER = 'watcher'

export interface Subscribed extends TestDomain {
  /** The owner of the Subscriptions. */
  readonly app: TestApp
  /** Writes a resource as a request of an app does. */
  readonly write: Write
  /** Writes a Task of an app, the owner of the Subscriptions by default. */
  readonly task: (id: string, more?: Json, device?: string) => Promise<void>
  /** Writes a Subscription, `requested` by default. */
  readonly subscribe: (more?: Json, channel?: Json) => Promise<void>
  /** The current text of a Subscription. */
  readonly current: (id?: string) => Promise<Json>
  readonly settle: () => Promise<void>
}

interface SubscribedOptions {
  /** The receiver of the Subscriptions, whose origin is registered for their owner. */
  readonly endpoint: string
  readonly env?: Readonly<Record<string, string>>
  readonly overrides?: Parameters<typeof testDomain>[1]
  readonly existing?: Parameters<typeof testDomain>[2]
}

const PERMISSIONS: readonly (Pick<Grantable, 'type' | 'operations'> & { readonly scope: 'all' | 'own' })[] = [
  { type: 'Task', operations: 'rs', scope: 'all' },
  { type: 'Patient', operations: 'rs', scope: 'own' },
  { type: 'Subscription', operations: 'cruds', scope: 'own' },
]

/** An app with a role, and with an origin for its receivers. */
export async function registerOwner(domain: Domain, endpoint: string): Promise<TestApp> {
  await domain.registry.saveRole(
    'watchers',
    PERMISSIONS.map(({ type, ...rest }) => ({ resourceType: type, ...rest, grantedBy: [] })),
  )
  const app = await registerApp(domain, OWNER, 'watchers')
  const client = await domain.registry.find(app.clientId)
  if (client) await domain.registry.saveClient({ ...client, redirectUris: [`${new URL(endpoint).origin}/callback`] })
  return app
}

export type Write = (resource: Json, ids?: Partial<RequestIds>) => Promise<void>

/** Writes resources as requests of an app do. */
export const clientWriter =
  ({ storage }: Pick<FileDomain, 'storage'>, now: () => number): Write =>
  async (parsed, ids = {}) => {
    const [type, id] = [String(parsed['resourceType']), String(parsed['id'])]
    const resource = prepareResource({ type, id, text: JSON.stringify(parsed), parsed })
    await storage.resources.transact((tx) => tx.write(resource, now(), by(ids)))
  }

const by = (ids: Partial<RequestIds>) => ({
  ...{ requestId: crypto.randomUUID(), correlationId: undefined, ...ids },
  traceId: ids.traceId ?? 'trace-of-the-writer',
  clientId: ids.clientId ?? 'writer',
})

export const taskOf = (id: string, more: Json = {}, device = OWNER): Json => ({
  resourceType: 'Task',
  id,
  status: 'ready',
  intent: 'order',
  extension: [originOf(device)],
  ...more,
})

export const subscriptionOf = (endpoint: string, more: Json = {}, channel: Json = {}): Json => ({
  resourceType: 'Subscription',
  id: 'sub',
  status: 'requested',
  reason: 'To follow tasks',
  criteria: 'Task?',
  extension: [originOf(OWNER)],
  channel: { type: 'rest-hook', endpoint, ...channel },
  ...more,
})

/** A domain, or the one that is in a folder, and an app with Subscriptions. */
export async function subscribed({ endpoint, env, overrides, existing }: SubscribedOptions): Promise<Subscribed> {
  const test = await testDomain(env, overrides, existing)
  const { domain } = test
  await domain.resources.delete('Subscription', DEMO_SUBSCRIPTION, test.now()) // Its notifications are nobody's business here.
  const app = await registerOwner(domain, endpoint)
  const write: Write = clientWriter(domain, test.now)
  return {
    ...test,
    app,
    write: async (parsed, ids) => {
      await write(parsed, ids)
      domain.peers.subscriptions.wake()
    },
    task: (id, more, device) => write(taskOf(id, more, device)),
    subscribe: (more, channel) => write(subscriptionOf(endpoint, more, channel)),
    current: async (id = 'sub') =>
      JSON.parse((await domain.resources.readCurrent('Subscription', id))?.body ?? '{}') as Json,
    settle: () => domain.peers.subscriptions.settle(),
  }
}
