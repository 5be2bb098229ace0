// Assembles the demo app.

import { SECOND } from '#lib/clock.ts'
import { cookieJar } from '#lib/cookies.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import { DEMO_APP } from '../demo/resources.ts'
import { createLaunch } from '../launch/launch.ts'
import type { Jti } from '../oauth/store.ts'
import type { Dependencies } from './ports.ts'

export const wireLaunch = ({ config, storage, keys, clock, random, log, fetch, recorder, fhirBase }: Dependencies) =>
  createLaunch({
    publicUrl: config.publicUrl,
    clientId: DEMO_APP.clientId,
    redirectUri: `${config.publicUrl}/launch/callback`,
    trustedIss: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase],
    simulates: config.demo,
    showsEverything: config.demo,
    keys: keys.ring('launch'),
    pending: storage.pendingLaunches,
    networkOf: clientNetwork,
    sessions: storage.appSessions,
    answers: storage.answers,
    clock,
    random,
    log,
    cookies: cookieJar(config.publicUrl),
    fetch,
    tracing: recorder,
    claimLogout: (issuer, jti, exp) => storage.oauth.replay.claim('logout', issuer, jti as Jti, exp * SECOND),
  })
