// Assembles the demo apps: the same program, each with its own client, keys, cookies and addresses.

import { SECOND } from '#lib/clock.ts'
import { cookieJar } from '#lib/cookies.ts'
import { clientNetwork } from '#lib/http/client-address.ts'
import type { DemoApp } from '../demo/resources.ts'
import { createLaunch } from '../launch/launch.ts'
import type { Jti } from '../oauth/store.ts'
import type { Dependencies } from './ports.ts'

export const wireLaunch = (
  { clientId, path, keys: owner }: DemoApp,
  { config, storage, keys, clock, random, log, fetch, recorder, fhirBase }: Dependencies,
) =>
  createLaunch({
    publicUrl: config.publicUrl,
    path,
    clientId,
    redirectUri: `${config.publicUrl}${path}/callback`,
    trustedIss: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase],
    simulates: config.demo,
    showsEverything: config.demo,
    keys: keys.ring(owner),
    pending: storage.pendingLaunches,
    networkOf: clientNetwork,
    sessions: storage.appSessions,
    answers: storage.answers,
    clock,
    random,
    log,
    cookies: cookieJar(config.publicUrl, owner === 'launch' ? '' : `${owner}-`),
    fetch,
    tracing: recorder,
    claimLogout: (issuer, jti, exp) => storage.oauth.replay.claim('logout', issuer, jti as Jti, exp * SECOND),
  })
