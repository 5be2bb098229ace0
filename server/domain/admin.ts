// Assembles the console.

import { typedUserName } from '#lib/oauth/user-name.ts'
import { type Admin, createAdmin } from '../admin/admin.ts'
import { auditTrail } from '../admin/audit-trail.ts'
import { isLoopback } from '../config/config.ts'
import { passwordHash } from '../idp/login/password.ts'
import { keysOfForm, registrationProblems } from '../oauth/clients/registration.ts'
import { tokenIssuer } from '../session/api-token.ts'
import { dataPorts } from './admin-data.ts'
import { statusOf } from './admin-status.ts'
import { ensureDevice } from './connect.ts'
import { domainDoctor } from './doctor.ts'
import type { Dependencies } from './ports.ts'

export const wireAdmin = (ports: Dependencies): Admin => {
  const { config, storage, clients, resources, keys, viewer, staff, bearer, audit, clock, random, log, peers } = ports
  const { fetch, fetchKeys } = ports
  const rules = { loopbackAllowed: isLoopback(config.authUrl) }
  return createAdmin({
    publicUrl: config.publicUrl,
    resourceTypes: config.resourceTypes,
    viewer: staff,
    unlinked: async (request) => {
      const signedIn = config.externalIdp && (await viewer(request))
      return signedIn?.login && { ...signedIn.login, name: signedIn.name ?? signedIn.username }
    },
    bearer,
    registry: clients,
    registration: { problems: (app) => registrationProblems(app, rules), keysOf: keysOfForm },
    ensureDevice: (app) => ensureDevice(resources, app, clock()),
    accounts: {
      ...storage.accounts,
      add: async ({ username, name, role, password }) =>
        storage.idp.accounts.create({
          id: random.uuid(),
          username: typedUserName(username),
          name,
          role,
          passwordHash: await passwordHash(password),
          createdAt: clock(),
        }),
    },
    keys,
    tokens: tokenIssuer(storage.apiTokens, clock, random),
    status: () => statusOf(config, storage),
    doctor: domainDoctor({ config, clock, fetch, fetchKeys }),
    trail: { ...auditTrail(resources, audit.flush), state: audit.state },
    data: dataPorts(ports),
    inspect: {
      jwksUrl: (url) => peers().oauth.inspectJwksUrl(url),
      assertion: (text) => peers().oauth.inspectAssertion(text),
    },
    audit: audit.at(`${config.publicUrl}/admin`),
    random,
    log,
  })
}
