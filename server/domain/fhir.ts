// Assembles the FHIR API.
import { clientAddress } from '#lib/http/client-address.ts'
import { VERSION } from '../config/version.ts'
import { createFhir } from '../fhir/fhir.ts'
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
    snapshots: storage.snapshots,
    authority: clients.authority,
    allowsOrigin: clients.allowsOrigin,
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
