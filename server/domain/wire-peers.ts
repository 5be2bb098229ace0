// Assembles all peers with their ports.

import { clientAddress } from '#lib/http/client-address.ts'
import { createBrowse } from '../browse/browse.ts'
import { VERSION } from '../config/version.ts'
import { DEMO_CONSOLE } from '../demo/resources.ts'
import { createOpenapi } from '../openapi/openapi.ts'
import { openConsole } from './admin.ts'
import { openConnecting } from './connect.ts'
import { dataPorts } from './data.ts'
import { wireFhir } from './fhir.ts'
import { wireFhirConsole } from './fhir-console.ts'
import { wireIdp } from './idp.ts'
import { wireLaunch } from './launch.ts'
import { wireOauth } from './oauth.ts'
import { openOps } from './operations.ts'
import type { Peers } from './peers.ts'
import { wirePortal } from './portal.ts'
import type { Dependencies } from './ports.ts'
import { wireReceiver } from './receiver.ts'
import { wireSubscriptions } from './subscriptions.ts'
import { wireTraces } from './traces.ts'
import { versionWriters } from './version-writers.ts'

/** The peers, made. */
export const wirePeers = (ports: Dependencies): Peers => ({
  oauth: wireOauth(ports),
  fhir: wireFhir(ports),
  idp: wireIdp(ports),
  portal: wirePortal(ports),
  launch: wireLaunch(ports),
  browse: wireBrowse(ports),
  admin: wireAdmin(ports),
  connect: wireConnect(ports),
  openapi: wireOpenapi(ports),
  traces: wireTraces(ports),
  subscriptions: wireSubscriptions(ports),
  receiver: wireReceiver(ports),
  fhirConsole: wireFhirConsole(ports),
  ops: openOps(ports),
})

const wireBrowse = ({
  config,
  keys,
  resources,
  clients,
  clock,
  random,
  log,
  fetch,
  staff,
  audit,
  fhirBase,
}: Dependencies) =>
  createBrowse({
    clientId: DEMO_CONSOLE.clientId,
    publicUrl: config.publicUrl,
    fhirBase,
    mostBytes: config.writes.limits.resource,
    keys: keys.ring('console'),
    clock,
    random,
    log,
    fetch,
    reader: staff,
    writers: versionWriters({ resources, clients }),
    audit: audit.at(`${config.publicUrl}/browse`),
    clientAddress,
  })

const wireAdmin = (ports: Dependencies) => {
  const { config, storage, clients, resources, keys, viewer, staff, bearer, audit, clock, random, log, peers } = ports
  const { fetch, fetchKeys } = ports
  return openConsole({
    config,
    storage,
    registry: clients,
    resources,
    keys,
    fetch,
    fetchKeys,
    viewer: staff,
    bearer,
    unlinked: async (request) => {
      const signedIn = config.externalIdp && (await viewer(request))
      return signedIn?.login && { ...signedIn.login, name: signedIn.name ?? signedIn.username }
    },
    audit: audit.at(`${config.publicUrl}/admin`),
    auditLog: audit,
    oauth: () => peers().oauth,
    data: dataPorts(ports),
    clock,
    random,
    log,
  })
}

const wireConnect = (ports: Dependencies) => {
  const { config, clients, resources, developer, recorder, fetchClientKeys, limits, audit, clock, random, log, peers } =
    ports
  return openConnecting({
    config,
    registry: clients,
    resources,
    developer,
    oauth: () => peers().oauth,
    recorder,
    fetchClientKeys,
    limits,
    audit: audit.at(`${config.publicUrl}/connect`),
    clock,
    random,
    log,
  })
}

const wireOpenapi = ({ config }: Dependencies) =>
  createOpenapi({
    publicUrl: config.publicUrl,
    issuer: config.authUrl,
    resourceTypes: config.resourceTypes,
    version: VERSION,
  })
