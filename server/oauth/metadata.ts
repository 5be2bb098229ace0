// Authorization server metadata (RFC 8414, OpenID Connect Discovery §3, conformance DIS-10 to DIS-19). It lists implemented
// features only.
import { JWS_ALGORITHMS } from '#lib/oauth/jws-algorithms.ts'
import { listedScopes } from '#lib/oauth/permission-scope.ts'
import type { OauthDeps } from './deps.ts'
import { GRANT_TYPES } from './token/token.ts'

/** Seconds for which clients may cache the metadata. */
export const METADATA_MAX_AGE_S = 3600
/** Seconds for which clients may cache the keys: short, so that they see a new key well before it signs. */
export const JWKS_MAX_AGE_S = 300

const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'jti', 'sid', 'fhirUser', 'role']

/** The scopes of OpenID before that of SMART. */
const openidFirst = (one: string, other: string): number => Number(one === 'launch') - Number(other === 'launch')

type Deps = Pick<OauthDeps, 'issuer' | 'endpoints' | 'resourceTypes' | 'profile'>

/** One document, served at both well-known addresses. */
export const metadata = ({ issuer, endpoints, resourceTypes, profile }: Deps) => ({
  issuer,
  authorization_endpoint: endpoints.authorize,
  token_endpoint: endpoints.token,
  introspection_endpoint: endpoints.introspect,
  jwks_uri: endpoints.jwks,
  scopes_supported: [...profile.scopes.toSorted(openidFirst), ...listedScopes(resourceTypes)],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: JWS_ALGORITHMS,
  // In RFC 8414 §2, Bearer means a call with an access token.
  introspection_endpoint_auth_methods_supported: ['private_key_jwt', 'Bearer'],
  introspection_endpoint_auth_signing_alg_values_supported: JWS_ALGORITHMS,
  code_challenge_methods_supported: ['S256'],
  claim_types_supported: ['normal'],
  claims_supported: CLAIMS,
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  authorization_response_iss_parameter_supported: true,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
})
