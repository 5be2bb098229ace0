// The receiving app and what it stands on.
import { cookieJar } from '#lib/http/cookies.ts'
import { clientNetwork } from '../client-address.ts'
import { appSessionStore } from '../db/app-sessions.ts'
import { pendingLaunchStore } from '../db/launch.ts'
import { DEMO_APP } from '../demo/resources.ts'
import { createLaunch } from '../launch/launch.ts'
import type { Ports } from './ports.ts'

export const wireLaunch = ({ config, database, keys, clock, random, log, fetch, recorder, fhirBase }: Ports) =>
  createLaunch({
    publicUrl: config.publicUrl,
    clientId: DEMO_APP.clientId,
    redirectUri: `${config.publicUrl}/launch/callback`,
    trustedIss: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase],
    simulates: config.demo,
    keys: keys.ring('launch'),
    pending: pendingLaunchStore(database.sql),
    networkOf: clientNetwork,
    sessions: appSessionStore(database.sql),
    clock,
    random,
    log,
    cookies: cookieJar(config.publicUrl),
    fetch,
    tracing: recorder,
  })
