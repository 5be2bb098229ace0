// The FHIR API and what it stands on.
import { clientAddress } from '../client-address.ts'
import { snapshotStore } from '../db/snapshots.ts'
import { databaseState } from '../db/state.ts'
import { createFhir } from '../fhir/fhir.ts'
import { VERSION } from '../version.ts'
import { oauthEndpoints } from './endpoints.ts'
import type { Ports } from './ports.ts'

export const wireFhir = ({
  config,
  database,
  clients,
  resources,
  keys,
  clock,
  random,
  log,
  limits,
  recorder,
  proven,
  audit,
  fhirBase,
}: Ports) =>
  createFhir({
    baseUrl: config.baseUrl,
    resourceTypes: config.resourceTypes,
    authorizationServer: {
      issuer: config.authUrl,
      ...oauthEndpoints(config.authUrl),
      publicJwks: keys.ring('oauth').publicJwks,
    },
    resources,
    snapshots: snapshotStore(database.sql),
    authority: clients.authority,
    allowsOrigin: clients.allowsOrigin,
    state: databaseState(database.sql),
    remembers: config.hotPath,
    clock,
    random,
    log,
    version: VERSION,
    limits: limits.fhir,
    clientAddress,
    proved: proven.bearer,
    tracing: recorder,
    audit: audit.at(fhirBase),
  })
