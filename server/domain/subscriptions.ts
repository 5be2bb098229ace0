// Assembles subscriptions: who may be notified where, and how external receivers are reached.
import { TRACE_HEADER } from '#lib/trace/trace.ts'
import { type Config, isLoopback } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { DEMO_APP, DEMO_PORTAL, demoHook } from '../demo/resources.ts'
import { namesOf } from '../network/names.ts'
import { hookFinder } from '../network/outbound-post.ts'
import { notifiedAt } from '../portal/events/following.ts'
import type { Registry } from '../storage/registry.ts'
import type { FindHook, SubscriptionSettings } from '../subscriptions/deps.ts'
import type { EndpointOwner } from '../subscriptions/endpoint-rules.ts'
import type { SubscriptionViewer } from '../subscriptions/page-deps.ts'
import { createSubscriptions, type Subscriptions } from '../subscriptions/subscriptions.ts'
import { callKey } from '../traces/keys.ts'
import { appNames } from './app-names.ts'
import type { Dependencies } from './ports.ts'
import { tracedSubscriptions } from './traced-subscriptions.ts'

export const wireSubscriptions = (ports: Dependencies): Subscriptions => {
  const {
    config,
    storage,
    resources,
    clients,
    keys,
    audit,
    clock,
    random,
    log,
    recorder,
    staff,
    developer,
    developers,
    limits,
    fhirBase,
    peers,
  } = ports
  return createSubscriptions({
    settings: settingsOf(config),
    store: storage.subscriptions,
    resources,
    authority: clients.authority,
    ownerOf: ownerIn(clients),
    keys: keys.ring('oauth'),
    findHook: findHook(ports),
    viewer: viewerOf({ staff, developer, developers }),
    publicUrl: config.publicUrl,
    approved: async () => (await clients.listClients()).filter(({ status }) => status === 'approved'),
    appName: appNames(ports),
    create: async (clientId, text, traceId) =>
      peers().fhir.handleFor(
        clientId,
        { type: 'Subscription', operations: 'c' },
        new Request(`${fhirBase}/Subscription`, {
          method: 'POST',
          headers: { 'content-type': 'application/fhir+json', prefer: 'return=minimal', [TRACE_HEADER]: traceId },
          body: text,
        }),
      ),
    remove: async (clientId, { id, versionId }, traceId) =>
      peers().fhir.handleFor(
        clientId,
        { type: 'Subscription', operations: 'd' },
        new Request(`${fhirBase}/Subscription/${id}`, {
          method: 'DELETE',
          headers: { 'if-match': `W/"${versionId}"`, [TRACE_HEADER]: traceId },
        }),
      ),
    traceOf: callKey,
    traceIdFor: ports.askedTraces.make,
    limits: limits.developers,
    audit: audit.at(`${config.publicUrl}/subscriptions`),
    traces: tracedSubscriptions(recorder, ports),
    isAlone: storage.isAlone,
    durable: storage.durable,
    clock,
    random,
    chance: Math.random,
    log,
  })
}

/** How addresses that apps registered are posted to. When the domain is on this machine, its receivers may be too. */
export const findHook = ({
  config,
  names,
  ownPost,
  clock,
  timeoutMs,
}: Pick<Dependencies, 'config' | 'names' | 'ownPost' | 'clock'> & { readonly timeoutMs?: number }): FindHook =>
  hookFinder({
    names: names ?? namesOf({ loopbackAllowed: isLoopback(config.publicUrl) }),
    own: ownPost,
    clock,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })

/**
 * Administrators see all Subscriptions, developers those of their apps. Access is read each time, so that its
 * withdrawal takes effect at once.
 */
export const viewerOf =
  ({ staff, developer, developers }: Pick<Dependencies, 'staff' | 'developer' | 'developers'>) =>
  async (request: Request): Promise<SubscriptionViewer | undefined> => {
    const person = await staff(request)
    if (person?.role === 'admin') return { username: person.username, all: true, apps: [] }
    const known = await developer(request)
    return known && { username: known.username, all: false, apps: await developers.appsOf(known.username) }
  }

/** The settings that rules and notifications need. */
const settingsOf = (config: Config): SubscriptionSettings => ({
  ...config.subscriptions,
  issuer: config.authUrl,
  baseUrl: config.baseUrl,
  resourceTypes: config.resourceTypes,
  endpoints: {
    loopbackAllowed: isLoopback(config.publicUrl),
    ownUrls: [config.publicUrl, config.authUrl, config.baseUrl],
    ownHooks: [
      { clientId: DEMO_PORTAL.clientId, url: notifiedAt(config.publicUrl) },
      ...(config.demo ? [{ clientId: DEMO_APP.clientId, url: demoHook(config.publicUrl) }] : []),
    ],
  },
  userAgent: `Slipway/${VERSION}`,
})

/**
 * Where an approved app may have receivers: at origins where people are sent, where keys are read, or that are
 * registered for receivers.
 */
const ownerIn =
  (clients: Pick<Registry, 'find'>) =>
  async (clientId: string): Promise<EndpointOwner | undefined> => {
    const client = await clients.find(clientId)
    if (client?.status !== 'approved') return undefined
    const urls = [...client.redirectUris, client.launchUrl ?? [], client.jwksUrl ?? []].flat()
    const origins = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)
    return { clientId, webhookOrigins: [...new Set([...origins, ...(client.webhookOrigins ?? [])])] }
  }
