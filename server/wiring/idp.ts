// The embedded identity provider and what it stands on.
import { cookieJar } from '#lib/http/cookies.ts'
import { clientAddress } from '../client-address.ts'
import { personNames } from '../db/person-names.ts'
import { DEMO_LOGINS } from '../demo/people.ts'
import { DEMO_ACTIVITY } from '../demo/resources.ts'
import { newcomersOf } from '../directory.ts'
import { createIdp } from '../idp/idp.ts'
import { relyingParties } from './endpoints.ts'
import type { Ports } from './ports.ts'

export const wireIdp = ({
  config,
  database,
  resources,
  idp,
  keys,
  clock,
  random,
  log,
  audit,
  recorder,
  peers,
}: Ports) =>
  createIdp({
    issuer: `${config.publicUrl}/idp`,
    publicUrl: config.publicUrl,
    relyingParties: relyingParties(config, keys, { authorizationServer: (state) => peers().oauth.purposeOf(state) }),
    stores: idp,
    newcomers: newcomersOf({
      resources,
      names: personNames(database.sql),
      identifierSystem: config.idpIdentifierSystem,
      firstActivity: config.demo ? DEMO_ACTIVITY : undefined,
      adoptsPeople: config.demo,
      clock,
      random,
    }),
    keys: keys.ring('idp'),
    clock,
    random,
    log,
    audit: audit.at(`${config.publicUrl}/idp`),
    cookies: cookieJar(config.publicUrl),
    signup: config.idpSignup,
    demoAccounts: config.demo ? DEMO_LOGINS : [],
    rateLimit: config.rateLimit,
    tracing: recorder,
    clientAddress,
  })
