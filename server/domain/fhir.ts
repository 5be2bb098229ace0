// The FHIR API and what it stands on.
import { clientAddress } from '#lib/http/client-address.ts'
import { VERSION } from '../config/version.ts'
import { createFhir } from '../fhir/fhir.ts'
import { snapshotStore } from '../storage/sqlite/resources/snapshots.ts'
import { databaseState } from '../storage/sqlite/resources/state.ts'
import { oauthEndpoints } from './endpoints.ts'
import type { Dependencies } from './ports.ts'

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
  authenticatedCallers,
  audit,
  fhirBase,
}: Dependencies) =>
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
    onAuthenticated: authenticatedCallers.bearer,
    tracing: recorder,
    audit: audit.at(fhirBase),
  })
