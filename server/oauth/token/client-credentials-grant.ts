// grant_type=client_credentials: SMART Backend Services (SMART App Launch 2.2, RFC 6749 §4.4).
import type { Params } from '#lib/http/params.ts'
import { formatSystemScope } from '#lib/oauth/smart-scope.ts'
import { tokenIssued } from '../audited.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import { ACCESS_TOKEN_LIFETIME_S, signAccessToken } from './access-token.ts'
import { grantScopes } from './granted-scopes.ts'
import { checkResource } from './resource.ts'

/** The token response: no id_token, no refresh_token, no context (conformance CCG-04). Throws a Refusal. */
export async function clientCredentialsGrant(
  deps: OauthDeps & Traced,
  { clientId }: Client,
  form: Params,
  request: Request,
) {
  checkResource(deps, form)
  const permitted = await deps.stores.clients.permissions(clientId)
  const requested = form.get('scope') ?? ''
  const scope = deps.recorder.check(
    'token.scope',
    () => granted(grantScopes(requested, permitted, deps.resourceTypes)),
    () => ({ expected: { scope: permitted.map(formatSystemScope) }, received: { scope: requested } }),
  )
  deps.log.info({ client: clientId, scope }, 'access token issued')
  deps.audit.record(tokenIssued(request, { clientId }, { kind: 'access token', scope }))
  return {
    access_token: await signAccessToken(deps, clientId, scope),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_S,
    scope,
  }
}

function granted(scope: string): string {
  if (scope === '') throw new Refusal('token.scope', 'invalid_scope')
  return scope
}
