// Assembles all peers with their ports; each has its own file in this folder.

import { DEMO_APP, DEMO_ENERGY } from '../demo/resources.ts'
import { wireAccount } from './account.ts'
import { wireAdmin } from './admin.ts'
import { wireBrowse } from './browse.ts'
import { wireConnect } from './connect.ts'
import { wireFhir } from './fhir.ts'
import { wireFhirConsole } from './fhir-console.ts'
import { wireFind } from './find.ts'
import { wireIdp } from './idp.ts'
import { wireLaunch } from './launch.ts'
import { wireOauth } from './oauth.ts'
import { wireOpenapi } from './openapi.ts'
import { wireOps } from './ops.ts'
import type { Peers } from './peers.ts'
import { wirePortal } from './portal.ts'
import { wirePortalLogout } from './portal-logout.ts'
import type { Dependencies } from './ports.ts'
import { wireReceiver } from './receiver.ts'
import { wireSubscriptions } from './subscriptions.ts'
import { wireTraces } from './traces.ts'

export function wirePeers(ports: Dependencies): Peers {
  const peers = {
    oauth: wireOauth(ports),
    fhir: wireFhir(ports),
    idp: wireIdp(ports),
    portal: wirePortal(ports),
    portalLogout: wirePortalLogout(ports),
    launch: wireLaunch(DEMO_APP, ports),
    energy: wireLaunch(DEMO_ENERGY, ports),
    browse: wireBrowse(ports),
    admin: wireAdmin(ports),
    account: wireAccount(ports),
    connect: wireConnect(ports),
    openapi: wireOpenapi(ports),
    traces: wireTraces(ports),
    subscriptions: wireSubscriptions(ports),
    receiver: wireReceiver(ports),
    fhirConsole: wireFhirConsole(ports),
    ops: wireOps(ports),
  }
  return { ...peers, find: wireFind(ports, peers) }
}
