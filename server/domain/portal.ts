// Assembles the portal.

import { cookieJar } from '#lib/cookies.ts'
import { clientAddress, clientNetwork } from '#lib/http/client-address.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import { writesOf } from '../browse/version-writers.ts'
import type { Config } from '../config/config.ts'
import { DAAN, DEMO_PEOPLE } from '../demo/people.ts'
import { DEMO_ACTIVITY, DEMO_APPS, DEMO_PORTAL } from '../demo/resources.ts'
import { createPortal } from '../portal/portal.ts'
import type { Registry } from '../storage/registry.ts'
import { traceOfTask } from '../traces/trace-access.ts'
import { addressOriginsOf } from './address-origins.ts'
import { ownAppOf } from './connect.ts'
import type { Dependencies } from './ports.ts'

export const wirePortal = (ports: Dependencies) => {
  const {
    config,
    storage,
    clients,
    keys,
    clock,
    random,
    log,
    viewer,
    visits,
    staff,
    bearer,
    fetch,
    resources,
    limits,
    recorder,
    traced,
    audit,
    fhirBase,
    peers,
  } = ports
  return createPortal({
    publicUrl: config.publicUrl,
    clientId: DEMO_PORTAL.clientId,
    isInUse: async () => (await clients.find(DEMO_PORTAL.clientId))?.status === 'approved',
    fhirBase,
    identifierSystem: config.idpIdentifierSystem,
    keys: keys.ring('portal'),
    clock,
    random,
    log,
    cookies: cookieJar(config.publicUrl),
    fetch,
    viewer,
    once: visits.once,
    endsApps: config.externalIdp === undefined,
    compose: {
      isAdmin: async (request) => (await staff(request))?.role === 'admin',
      bearer: async (request) => {
        const token = await bearer(request)
        return token && { name: token.name, username: token.username, may: token.scopes.includes('launch') }
      },
      countBearer: (request) => limits.api.count(`launches ${clientNetwork(request)}`),
      count: (request) => limits.authorize.count(clientAddress(request)),
      networkOf: clientNetwork,
      apps: async () => launchableApps(config, await clients.listClients()),
      tickets: storage.tickets,
      client: (request, form, audience) => peers().oauth.authenticateClient(request, form, audience),
    },
    messages: storage.messages,
    launchOrigins: (clientId) => addressOriginsOf(clients, clientId),
    ownApp: ownAppOf(ports),
    demo: config.demo ? DEMO : undefined,
    tracing: recorder,
    traceOfTask: traceOfTask({
      demo: config.demo,
      writesOf: (resource) => writesOf(resources, resource),
      recorder,
      traced,
    }),
    newestTask: newestTaskIn(resources),
    audit: audit.at(`${config.publicUrl}/portal`),
    clientAddress,
  })
}

const NEWEST_TASK = { type: 'Task', conditions: [], visibility: 'all', sort: '-_lastUpdated' } as const

const newestTaskIn =
  ({ search }: Pick<Dependencies['resources'], 'search'>) =>
  async (): Promise<string> => {
    const { matches } = await search({ search: NEWEST_TASK, limit: 1, mostCounted: 0 })
    return matches.map(({ id, versionId }) => `${id}/${versionId}`).join()
  }

const DEMO = {
  people: DEMO_PEOPLE,
  fresh: { activity: DEMO_ACTIVITY, requester: DAAN.reference },
  showAnswers: DEMO_APPS.map(({ clientId }) => `Device/${clientId}`),
}

/** Approved apps with a launch URL, for the composer; in the demo its own first. */
const launchableApps = (config: Config, clients: Awaited<ReturnType<Registry['listClients']>>) => {
  const own = DEMO_APPS.flatMap((app) => clients.filter(({ clientId }) => clientId === app.clientId))
  return [...own, ...clients.filter((client) => !own.includes(client))].flatMap(
    ({ clientId, name, launchUrl, status, kind }) =>
      launchUrl && status === 'approved' && receivesLaunches({ kind })
        ? [{ clientId, name, launchUrl, simulates: config.demo && DEMO_APPS.some((app) => app.clientId === clientId) }]
        : [],
  )
}
