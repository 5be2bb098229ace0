// The token endpoint: exchanges a code for an id_token, once (OIDC Core §3.1.3, RFC 6749 §4.1.3, RFC 7636 §4.6).

import { causeOf } from '#lib/cause.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import { formParams, type Params, withValues } from '#lib/http/params.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { NO_STORE, respond, respondJson } from '#lib/http/respond.ts'
import { OAuthError, oauthErrorJson, oauthMethodNotAllowed, ownFault } from '#lib/oauth/oauth-error.ts'
import { provesChallenge } from '#lib/oauth/pkce.ts'
import type { IdpDeps } from '../deps.ts'
import type { IdpGrant, RelyingParty } from '../store.ts'
import { authenticateRelyingParty } from './client-authentication.ts'
import { signIdToken } from './id-token.ts'

const ALLOW = 'POST, OPTIONS'
const PAYLOAD_TOO_LARGE = 413
/**
 * Lifetime of the access_token, in seconds. It grants nothing: the protocol requires one, but there is no userinfo
 * endpoint.
 */
const ACCESS_TOKEN_LIFETIME_S = 300

/** The handler of {issuer}/token. */
export const token =
  (deps: IdpDeps): Handler =>
  async (request) => {
    if (request.method === 'OPTIONS') return respond(204, null, { allow: ALLOW })
    if (request.method !== 'POST') return oauthMethodNotAllowed(ALLOW)
    try {
      return await exchange(deps, request)
    } catch (error) {
      return refused(deps, request, error)
    }
  }

async function exchange(deps: IdpDeps, request: Request): Promise<Response> {
  const form = await tokenForm(request)
  const relyingParty = authenticateRelyingParty(request, form, deps.relyingParties)
  assertGrantType(form)
  const code = required(form, 'code')
  const redirectUri = required(form, 'redirect_uri')
  const grant = await consumeCode(deps, code)
  await deps.stores.durable()
  assertIssuedTo(grant, relyingParty)
  assertSameRedirectUri(grant, redirectUri)
  assertPkce(grant, form.get('code_verifier'))
  const account = await deps.stores.accounts.find(grant.accountId)
  if (!account) throw codeNotUsable()
  return respondJson(
    200,
    {
      access_token: deps.random.token(),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_LIFETIME_S,
      scope: 'openid',
      id_token: await signIdToken({ ...deps, keys: relyingParty.idTokenKeys ?? deps.keys }, grant, account),
    },
    NO_STORE,
  )
}

async function tokenForm(request: Request): Promise<Params> {
  const form = await formParams(request)
  if (form === 'content-type' || form === 'cut-off')
    throw new OAuthError(
      'invalid_request',
      'Send a complete body of application/x-www-form-urlencoded parameters, in UTF-8.',
    )
  if (form === 'too-large')
    throw new OAuthError('invalid_request', 'The form is too large.', { status: PAYLOAD_TOO_LARGE })
  if (form.repeated.size > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
  return withValues(form)
}

function assertGrantType(form: Params): void {
  if (required(form, 'grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.')
}

function required(form: Params, name: string): string {
  const value = form.get(name)
  if (!value) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** Consumes the code, even when the exchange then fails. */
async function consumeCode({ stores, clock }: IdpDeps, code: string): Promise<IdpGrant> {
  const grant = await stores.codes.consume(sha256(code), clock())
  if (!grant) throw codeNotUsable()
  return grant
}

function assertIssuedTo(grant: IdpGrant, { clientId }: RelyingParty): void {
  if (grant.clientId !== clientId) throw codeNotUsable()
}

function assertSameRedirectUri(grant: IdpGrant, redirectUri: string): void {
  if (grant.redirectUri !== redirectUri)
    throw new OAuthError('invalid_grant', 'The redirect_uri must equal the redirect_uri of the authentication request.')
}

function assertPkce(grant: IdpGrant, codeVerifier: string | undefined): void {
  if (!provesChallenge(codeVerifier ?? '', grant.codeChallenge))
    throw new OAuthError('invalid_grant', 'The code_verifier does not match the code_challenge.')
}

/** The same answer for unknown, used, expired and another client's codes. */
const codeNotUsable = () => new OAuthError('invalid_grant', 'The code is unknown, used or expired.')

function refused({ log }: IdpDeps, request: Request, error: unknown): Response {
  const requestId = requestIdOf(request)
  if (error instanceof OAuthError) {
    log.warn({ event: 'idp.token.refused', requestId, error: error.code }, error.message)
    return oauthErrorJson(error, 'idp')
  }
  log.error({ event: 'idp.token.failed', requestId, cause: causeOf(error) }, 'token failed')
  return oauthErrorJson(ownFault(error, OWN_FAULT), 'idp')
}

const OWN_FAULT = {
  busy: 'The identity provider is busy. Try again in a few seconds.',
  failed: 'The identity provider could not answer.',
}
