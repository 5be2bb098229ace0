// Assembles the portal.

import { cookieJar } from '#lib/cookies.ts'
import { clientAddress, clientNetwork } from '#lib/http/client-address.ts'
import type { Language } from '#lib/i18n/language.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import { writesOf } from '../browse/version-writers.ts'
import { DAAN, DEMO_PEOPLE } from '../demo/people.ts'
import { DEMO_ACTIVITY, DEMO_APPS, DEMO_PORTAL } from '../demo/resources.ts'
import type { LaunchableApp } from '../portal/compose/store.ts'
import type { CompletedTask } from '../portal/deps.ts'
import { createPortal } from '../portal/portal.ts'
import { traceOfTask } from '../traces/trace-access.ts'
import { addressOriginsOf } from './address-origins.ts'
import { appNames } from './app-names.ts'
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
      apps: launchableApps(ports),
      accountOf: async (request) => (await ports.developer(request))?.accountId,
      tickets: storage.tickets,
      client: (request, form, audience) => peers().oauth.authenticateClient(request, form, audience),
    },
    messages: storage.messages,
    launchOrigins: (clientId) => addressOriginsOf(clients, clientId),
    ownApp: ownAppOf(ports),
    demo: config.demo ? { ...DEMO, showAnswers: answersIn(ports) } : undefined,
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
}

/** The demo apps show people their own answers, and a practitioner in a review those of the patient: server/launch/answers.ts. */
const answersIn =
  ({ storage: { answers }, clock }: Pick<Dependencies, 'storage' | 'clock'>) =>
  async ({ device, task, owner: person, patient }: CompletedTask): Promise<boolean> => {
    const app = DEMO_APPS.find(({ clientId }) => device === `Device/${clientId}`)?.clientId
    if (app === undefined || person === undefined) return false
    if (!person.startsWith('Practitioner/')) return (await answers.find({ app, task, person }, clock())) !== undefined
    return patient !== undefined && (await answers.about(app, patient, clock())).length > 0
  }

/** Approved apps with a launch URL, for the composer; in the demo its own first. */
function launchableApps({ config, clients, resources }: Dependencies) {
  const called = appNames({ clients, resources })
  return async (language: Language = 'en'): Promise<readonly LaunchableApp[]> => {
    const registered = await clients.listClients()
    const own = DEMO_APPS.flatMap((app) => registered.filter(({ clientId }) => clientId === app.clientId))
    const found = [...own, ...registered.filter((client) => !own.includes(client))].map(
      async ({ clientId, name, launchUrl, status, kind, ownerAccountId }): Promise<LaunchableApp[]> => {
        if (!launchUrl || status !== 'approved' || !receivesLaunches({ kind })) return []
        const simulates = config.demo && DEMO_APPS.some((app) => app.clientId === clientId)
        return [{ clientId, name: (await called(clientId, language)) ?? name, launchUrl, simulates, ownerAccountId }]
      },
    )
    return (await Promise.all(found)).flat()
  }
}
