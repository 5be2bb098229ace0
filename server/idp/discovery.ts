// The discovery document and the JWK Set: public, cacheable and readable from any origin (OIDC Discovery §3, RFC 8414,
// RFC 9207).
import { sha256 } from '#lib/crypto/hash.ts'
import { isReading } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { type HeaderMap, respond } from '#lib/http/respond.ts'
import { oauthMethodNotAllowed } from '#lib/oauth/oauth-error.ts'
import { endpointsOf, type IdpDeps } from './deps.ts'

const ALLOW = 'GET, HEAD, OPTIONS'
/** Changes only with the software or its settings. */
const METADATA_MAX_AGE_S = 3600
/** Short, so that verifiers see a new key soon after a rotation. */
const JWKS_MAX_AGE_S = 300

/** GET {issuer}/.well-known/openid-configuration. It lists implemented features only. */
export const openidConfiguration = ({ issuer, signup }: IdpDeps): Handler => {
  const { authorize, token, jwks, logout } = endpointsOf(issuer)
  const metadata = {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    jwks_uri: jwks,
    end_session_endpoint: logout,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'select_account', ...(signup ? ['create'] : [])],
    claims_supported: [
      ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'sid'],
      ...['preferred_username', 'name', 'role', 'email', 'email_verified'],
    ],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  }
  return (request) => publicJson(request, metadata, METADATA_MAX_AGE_S)
}

/** GET {issuer}/jwks. */
export const jwks =
  ({ keys }: IdpDeps): Handler =>
  async (request) =>
    publicJson(request, await keys.publicJwks(), JWKS_MAX_AGE_S)

function publicJson(request: Request, document: unknown, maxAge: number): Response {
  const open: HeaderMap = { 'access-control-allow-origin': '*' }
  if (request.method === 'OPTIONS')
    return respond(204, null, { ...open, allow: ALLOW, 'access-control-allow-methods': ALLOW })
  if (!isReading(request)) return oauthMethodNotAllowed(ALLOW)
  const body = JSON.stringify(document)
  const etag = `"${sha256(body)}"`
  const headers = { ...open, etag, 'cache-control': `public, max-age=${maxAge}` }
  if (request.headers.get('if-none-match') === etag) return respond(304, null, headers)
  const content = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  return respond(200, request.method === 'HEAD' ? null : body, { ...headers, ...content })
}
