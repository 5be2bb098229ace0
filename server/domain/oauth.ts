// Assembles the authorization server.

import { cookieJar } from '#lib/cookies.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { isLoopback } from '../config/config.ts'
import { DEMO_APPS } from '../demo/resources.ts'
import { createOauth } from '../oauth/oauth.ts'
import { oauthEndpoints, sharedIdpClient } from './endpoints.ts'
import { peopleOf } from './people.ts'
import type { Dependencies } from './ports.ts'

export const wireOauth = (ports: Dependencies) => {
  const {
    config,
    storage,
    resources,
    keys,
    clock,
    random,
    log,
    audit,
    fetch,
    fetchKeys,
    fetchClientKeys,
    limits,
    recorder,
    authenticatedCallers,
    fhirBase,
    isCurrent,
    profile,
  } = ports
  return createOauth({
    issuer: config.authUrl,
    endpoints: oauthEndpoints(config.authUrl),
    startPage: `${config.publicUrl}/portal`,
    errorPages: `${config.publicUrl}/docs/errors`,
    fhirBases: { canonical: fhirBase, accepted: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase] },
    profile,
    stores: storage.oauth,
    directory: peopleOf(resources),
    keys: keys.ring('oauth'),
    accessTokenKeys: keys.ring('access_token'),
    clock,
    random,
    log,
    audit: audit.at(config.authUrl),
    cookies: cookieJar(config.authUrl),
    fetch: fetchKeys,
    fetchClientKeys,
    idp: {
      ...sharedIdpClient(config, keys),
      claim: config.idpClaim,
      claimsFrom: config.idpClaimsFrom,
      identifierSystem: config.idpIdentifierSystem,
      fetch,
      isCurrent,
    },
    loggedOutApps: {
      parties: DEMO_APPS.map(({ clientId, path }) => ({
        clientId,
        logoutUri: `${config.publicUrl}${path}/api/backchannel-logout`,
      })),
      fetch,
    },
    resourceTypes: config.resourceTypes,
    publicHttps: !isLoopback(config.authUrl),
    unprovenErrorsStay: config.unprovenErrorsStay,
    limits,
    clientAddress,
    onAuthenticated: (request, clientId) => authenticatedCallers.client(clientAddress(request), clientId),
    tracing: recorder,
    tellsTasks: config.demo,
    tracePages: config.demo ? `${config.publicUrl}/traces` : undefined,
  })
}
