// Assembles the FHIR API.

import { DOMAIN_DEVICE } from '#lib/audit/audit.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { CONSOLE_HEADER, NOBODY } from '#lib/http/console-header.ts'
import { VERSION } from '../config/version.ts'
import { createFhir } from '../fhir/fhir.ts'
import { addressOriginsOf, allAddressOrigins } from './address-origins.ts'
import { oauthEndpoints } from './endpoints.ts'
import type { Dependencies } from './ports.ts'

export const wireFhir = ({
  config,
  storage,
  clients,
  resources,
  keys,
  clock,
  random,
  log,
  limits,
  recorder,
  askedTraces,
  authenticatedCallers,
  audit,
  fhirBase,
  profile,
  peers,
}: Dependencies) => {
  return createFhir({
    baseUrl: config.baseUrl,
    resourceTypes: config.resourceTypes,
    authorizationServer: {
      issuer: config.authUrl,
      ...oauthEndpoints(config.authUrl),
      scopes: profile.scopes,
      publicJwks: keys.ring('oauth').publicJwks,
    },
    resources,
    snapshots: storage.snapshots,
    writes: {
      transact: resources.transact,
      transactInSteps: resources.transactInSteps,
      durable: storage.durable,
      audit: audit.writesAt(fhirBase),
      ...config.writes,
      clientIds: async () => new Set([DOMAIN_DEVICE, ...(await clients.listClients()).map(({ clientId }) => clientId)]),
      addressOrigins: (clientId) => addressOriginsOf(clients, clientId),
      allAddressOrigins: () => allAddressOrigins(clients),
      subscriptions: {
        judge: async (writer, stored) => {
          const { rules } = peers().subscriptions
          const context = await rules.context({ writer, id: stored?.id, origin: stored?.origin })
          return (next, before, othersOn) => rules.problems(next, before, { ...context, othersOn })
        },
        sentProblems: (writer, sent, before) => peers().subscriptions.rules.sentProblems(writer, sent, before),
        receiverOf: (next) => peers().subscriptions.rules.receiverOf(next),
        endpointProblem: (endpoint) => peers().subscriptions.rules.endpointProblem(endpoint),
        toStore: (text, next, before) => peers().subscriptions.rules.toStore(text, next, before),
      },
      committed: () => peers().subscriptions.wake(),
    },
    authority: clients.authority,
    allowsOrigin: clients.allowsOrigin,
    tellsCost: ({ headers }) => askedTraces.isOf(headers.get(CONSOLE_HEADER) ?? '', NOBODY),
    state: storage.state,
    remembers: config.hotPath,
    clock,
    random,
    log,
    version: VERSION,
    limits: limits.fhir,
    clientAddress,
    onAuthenticated: authenticatedCallers.bearer,
    tracing: recorder,
    audit: audit.at(fhirBase),
  })
}
