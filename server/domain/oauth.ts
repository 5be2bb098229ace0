// Assembles the authorization server.

import { cookieJar } from '#lib/cookies.ts'
import { clientAddress } from '#lib/http/client-address.ts'
import { isLoopback } from '../config/config.ts'
import { DEMO_APPS } from '../demo/resources.ts'
import { createOauth, type OauthDeps } from '../oauth/oauth.ts'
import { oauthEndpoints, sharedIdpClient } from './endpoints.ts'
import { peopleOf } from './people.ts'
import type { Dependencies } from './ports.ts'
import { findHook } from './subscriptions.ts'

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
      post: postTo(ports),
    },
    resourceTypes: config.resourceTypes,
    publicHttps: !isLoopback(config.authUrl),
    unprovenErrorsStay: config.unprovenErrorsStay,
    limits,
    clientAddress,
    onAuthenticated: (request, clientId) => authenticatedCallers.client(clientAddress(request), clientId),
    tracing: recorder,
    demo: config.demo,
    tracePages: config.demo ? `${config.publicUrl}/traces` : undefined,
  })
}

/** Posts a form to an address that an app registered, which may not lead into a private network. */
const postTo =
  (ports: Dependencies): OauthDeps['loggedOutApps']['post'] =>
  async (uri, form, timeoutMs) => {
    const body = form.toString()
    const headers = [
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-length', String(Buffer.byteLength(body))],
    ] as const
    const send = await findHook({ ...ports, timeoutMs })(uri)
    return (await send(headers, AbortSignal.timeout(timeoutMs), body)).status
  }
