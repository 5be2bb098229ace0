// The documents that name the authorization server: those of SMART App Launch 2.2 (§ "Conformance") and RFC 9728.
import type { BasePath } from '#lib/fhir/bases.ts'
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import { listedScopes } from '#lib/oauth/permission-scope.ts'
import type { FhirDeps } from '../deps.ts'

/** `.well-known/smart-configuration` of either base; the same for both. */
export const smartConfiguration = (deps: FhirDeps) => ({
  issuer: deps.authorizationServer.issuer,
  jwks_uri: deps.authorizationServer.jwks,
  authorization_endpoint: deps.authorizationServer.authorize,
  token_endpoint: deps.authorizationServer.token,
  introspection_endpoint: deps.authorizationServer.introspect,
  grant_types_supported: ['authorization_code', 'client_credentials'],
  response_types_supported: ['code'],
  scopes_supported: [...deps.authorizationServer.scopes, ...listedScopes(deps.resourceTypes)],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: JWS_ALGORITHMS,
  authorization_response_iss_parameter_supported: true,
  capabilities: [
    'launch-ehr',
    'authorize-post',
    'client-confidential-asymmetric',
    'sso-openid-connect',
    'context-ehr-hti', // Koppeltaal: the launch token is an HTI 2.0 JWT.
    'permission-v2',
  ],
})

/** RFC 9728 §2, for the base in the address. */
export const protectedResource = (deps: FhirDeps, base: BasePath) => ({
  resource: `${deps.baseUrl}${base}`,
  authorization_servers: [deps.authorizationServer.issuer],
  bearer_methods_supported: ['header'],
  scopes_supported: listedScopes(deps.resourceTypes),
  resource_name: 'Slipway FHIR API',
})

/** The address of a base's metadata: the well-known part is inserted between host and path (RFC 9728 §3.1). */
export function protectedResourceUrl(baseUrl: string, base: BasePath): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}${base}`
}
