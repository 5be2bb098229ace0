// The authorization server and what it stands on.
import { cookieJar } from '#lib/http/cookies.ts'
import { clientAddress } from '../client-address.ts'
import { isLoopback } from '../config.ts'
import { oauthStores } from '../db/oauth.ts'
import { directoryOf } from '../directory.ts'
import { createOauth } from '../oauth/oauth.ts'
import { oauthEndpoints, sharedIdpClient } from './endpoints.ts'
import type { Ports } from './ports.ts'

export const wireOauth = (ports: Ports) => {
  const {
    config,
    database,
    clients,
    resources,
    keys,
    clock,
    random,
    log,
    audit,
    fetch,
    fetchKeys,
    limits,
    recorder,
    proven,
    fhirBase,
    isCurrent,
  } = ports
  return createOauth({
    issuer: config.authUrl,
    endpoints: oauthEndpoints(config.authUrl),
    startPage: `${config.publicUrl}/portal`,
    errorPages: `${config.publicUrl}/docs/errors`,
    fhirBases: { canonical: fhirBase, accepted: [config.baseUrl, `${config.baseUrl}/fhir`, fhirBase] },
    stores: oauthStores(database, clients),
    directory: directoryOf(resources),
    keys: keys.ring('oauth'),
    clock,
    random,
    log,
    audit: audit.at(config.authUrl),
    cookies: cookieJar(config.authUrl),
    fetch: fetchKeys,
    idp: {
      ...sharedIdpClient(config, keys),
      claim: config.idpClaim,
      claimsFrom: config.idpClaimsFrom,
      identifierSystem: config.idpIdentifierSystem,
      fetch,
      isCurrent,
    },
    resourceTypes: config.resourceTypes,
    publicHttps: !isLoopback(config.authUrl),
    unprovenErrorsStay: config.unprovenErrorsStay,
    limits,
    clientAddress,
    proved: (request, clientId) => proven.client(clientAddress(request), clientId),
    tracing: recorder,
    tellsTasks: config.demo,
    tracePages: config.demo ? `${config.publicUrl}/traces` : undefined,
  })
}
