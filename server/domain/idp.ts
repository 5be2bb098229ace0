// Assembles the embedded identity provider.

import { cookieJar } from '#lib/cookies.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { DEMO_ACTIVITY, DEMO_PORTAL } from '../demo/resources.ts'
import { createIdp } from '../idp/idp.ts'
import { signInPlace } from '../session/sign-in-place.ts'
import { relyingParties } from './endpoints.ts'
import { newcomersOf } from './people.ts'
import type { Dependencies } from './ports.ts'

export const wireIdp = ({
  config,
  storage,
  resources,
  idp,
  keys,
  clock,
  random,
  log,
  audit,
  recorder,
  oneClick,
  fetch,
  peers,
}: Dependencies) =>
  createIdp({
    issuer: `${config.publicUrl}/idp`,
    publicUrl: config.publicUrl,
    relyingParties: relyingParties(config, keys, {
      authorizationServer: (...asked) => peers().oauth.purposeOf(...asked),
      portal: (request) => signInPlace(request, config.publicUrl),
      chosenAtPortal: oneClick.chosen,
    }),
    stores: idp,
    newcomers: newcomers({ config, storage, resources, clock, random }),
    keys: keys.ring('idp'),
    clock,
    random,
    log,
    audit: audit.at(`${config.publicUrl}/idp`),
    cookies: cookieJar(config.publicUrl),
    fetch,
    signup: config.idpSignup,
    demoAccounts: config.demo ? DEMO_LOGINS : [],
    limiters: config.rateLimit ? storage.limiters : undefined,
    tracing: recorder,
    clientAddress,
  })

/** New people of this domain: in the demo each gets a first task. */
export const newcomers = ({
  config,
  storage,
  resources,
  clock,
  random,
}: Pick<Dependencies, 'config' | 'storage' | 'resources' | 'clock' | 'random'>) =>
  newcomersOf({
    resources,
    names: storage.personNames,
    identifierSystem: config.idpIdentifierSystem,
    firstTask: config.demo ? { activity: DEMO_ACTIVITY, giver: DEMO_PORTAL.clientId } : undefined,
    adoptsPeople: config.demo,
    clock,
    random,
  })
