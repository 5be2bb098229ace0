// Assembles the authorization server (RFC 6749, SMART App Launch 2.2).
import type { AssertionVerdict, KeyVerdict } from '#lib/api/admin.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Params } from '#lib/http/params.ts'
import type { Problem } from '#lib/i18n/problems.ts'
import { publicDocument } from '#lib/oauth/public-document.ts'
import { authorize } from './authorize/authorize.ts'
import { callback } from './authorize/callback.ts'
import { createIdpClient } from './authorize/idp-client.ts'
import { clientAuthentication } from './clients/client-assertion.ts'
import { createClientKeys } from './clients/client-keys.ts'
import type { OauthDeps } from './deps.ts'
import { inspectJwksUrl, inspectToken } from './inspect/inspect.ts'
import { inspectAssertion } from './inspect/inspect-assertion.ts'
import { introspect } from './introspect/introspect.ts'
import { loginPurpose } from './login-purpose.ts'
import { JWKS_MAX_AGE_S, METADATA_MAX_AGE_S, metadata } from './metadata.ts'
import { singleLogout } from './single-logout.ts'
import type { Client } from './store.ts'
import { accessTokenVerification } from './token/access-token.ts'
import { authenticateClient, token } from './token/token.ts'

export type { OauthDeps } from './deps.ts'

/** The authorization server's interface for the table of addresses. */
export interface Oauth {
  readonly authorize: Handler
  readonly callback: Handler
  readonly token: Handler
  readonly introspect: Handler
  readonly jwks: Handler
  /** POST of a logout token by the identity provider. */
  readonly backchannelLogout: Handler
  /** Tells apps of the end of sessions again that have not answered. Rejects with StorageUnavailable. */
  readonly tellApps: () => Promise<void>
  readonly openidConfiguration: Handler
  readonly authorizationServerMetadata: Handler
  /**
   * The approved client proven by a form's client_assertion for `audience`. Counts as a token request. Throws
   * OAuthError.
   */
  readonly authenticateClient: (request: Request, form: Params, audience: string) => Promise<Client>
  /** The purpose of the pending log-in with this state. */
  readonly purposeOf: ReturnType<typeof loginPurpose>
  /** The verdict on the keys behind a JWKS URL. */
  readonly inspectJwksUrl: (url: string) => Promise<KeyVerdict<Problem>>
  /** The check that an assertion fails, if any. */
  readonly inspectAssertion: (assertion: string) => Promise<AssertionVerdict>
  /** The result of each check at the endpoint that a token is meant for. */
  readonly inspectToken: ReturnType<typeof inspectToken>
}

/**
 * Creates the authorization server from its ports. Each instance has its own caches of client keys and provider
 * metadata.
 */
export function createOauth(deps: OauthDeps): Oauth {
  const logouts = singleLogout(deps)
  const clientKeys = createClientKeys({
    ...deps,
    fetch: deps.fetchClientKeys,
    rules: { loopbackAllowed: !deps.publicHttps },
  })
  const parts = {
    ...deps,
    clientKeys,
    clientAuthentication: clientAuthentication({ ...deps, clientKeys }),
    idpClient: createIdpClient(deps),
    verifyAccessToken: accessTokenVerification(deps),
  }
  const document = publicDocument({ maxAge: METADATA_MAX_AGE_S, body: () => metadata(deps) })
  return {
    authorize: authorize(parts),
    callback: callback(parts),
    token: token(parts),
    introspect: introspect(parts),
    jwks: publicDocument({ maxAge: JWKS_MAX_AGE_S, body: () => deps.keys.publicJwks() }),
    backchannelLogout: logouts.handle,
    tellApps: logouts.tellApps,
    openidConfiguration: document,
    authorizationServerMetadata: document,
    authenticateClient: authenticateClient(parts),
    purposeOf: loginPurpose(deps),
    inspectJwksUrl: inspectJwksUrl(deps),
    inspectAssertion: inspectAssertion(parts),
    inspectToken: inspectToken(parts),
  }
}
