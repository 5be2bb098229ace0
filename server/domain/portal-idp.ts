// Assembles the portal's connection to the shared identity provider: its sign-in verifies a log-in as the authorization
// server does.
import { createIdpClient } from '../oauth/authorize/idp-client.ts'
import type { PortalIdp } from '../session/portal-idp.ts'
import { portalIdpCallback, portalIdpClient } from './endpoints.ts'
import type { Dependencies } from './ports.ts'

export function wirePortalIdp({ config, keys, fetch, clock }: Dependencies): PortalIdp {
  const client = portalIdpClient({ config, keys })
  const {
    authorizationEndpoint,
    issuer: named,
    exchange,
  } = createIdpClient({
    idp: { ...client, claim: config.idpClaim, claimsFrom: config.idpClaimsFrom, fetch },
    endpoints: { callback: portalIdpCallback(config) },
    clock,
  })
  return {
    issuer: client.issuer,
    clientId: client.clientId,
    authorizationEndpoint,
    named,
    exchange,
  }
}
