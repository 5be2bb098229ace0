// The token endpoint (RFC 6749 §3.2): who asks, then for what. The two grants have a file each.
import type { Handler } from '#lib/http/handler.ts'
import { formParams, type Params, queryParams } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { authorizationCodeGrant, discardCode } from './authorization-code-grant.ts'
import { Refusal } from './check.ts'
import { assertApproved, type ClientAuthentication } from './client-assertion.ts'
import { clientCredentialsGrant } from './client-credentials-grant.ts'
import type { OauthDeps } from './deps.ts'
import { jsonDoor } from './door.ts'
import { assertTokenRate } from './rate.ts'
import type { Client } from './store.ts'

export type TokenDeps = OauthDeps & { readonly clientAuthentication: ClientAuthentication }

type GrantHandler = (deps: TokenDeps, client: Client, form: Params) => Promise<Readonly<Record<string, unknown>>>

const GRANTS: ReadonlyMap<string, GrantHandler> = new Map([
  ['authorization_code', authorizationCodeGrant],
  ['client_credentials', clientCredentialsGrant],
])

export const GRANT_TYPES: readonly string[] = [...GRANTS.keys()]

/** Parameters that mean something at this endpoint; of these none may repeat, and none may come in the query. */
const KNOWN = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'scope', 'resource', 'client_id', 'client_secret']
const PARAMETERS: readonly string[] = [...KNOWN, 'client_assertion', 'client_assertion_type', 'refresh_token']

export const token = (deps: TokenDeps): Handler =>
  jsonDoor(deps, async (request) => {
    const { client, form, grantType } = await authenticatedRequest(deps, request)
    await assertTokenRate(deps.limits.token.client, client.clientId)
    const grant = GRANTS.get(grantType)
    if (!grant)
      throw new Refusal('token.grant_type', 'unsupported_grant_type', `grant_type must be ${GRANT_TYPES.join(' or ')}.`)
    return respondJson(200, await grant(deps, client, form), NO_STORE)
  })

/** What was sent, by a client that proved itself. Whatever fails to prove one counts against the address it came from. */
async function authenticatedRequest(deps: TokenDeps, request: Request) {
  try {
    const form = await readForm(request, 'token.params', PARAMETERS)
    const grantType = form.get('grant_type')
    if (!grantType) throw new Refusal('token.params', 'invalid_request', 'grant_type is required.')
    return { form, grantType, client: await authenticate(deps, request, form) }
  } catch (error) {
    await assertTokenRate(deps.limits.token.address, deps.clientAddress(request))
    throw error
  }
}

async function authenticate({ clientAuthentication, ...deps }: TokenDeps, request: Request, form: Params) {
  const client = await clientAuthentication.prove(request, form, [deps.endpoints.token, deps.issuer])
  // A code in the hands of a client that was disabled meanwhile is dead, even if it is enabled again (conformance ACG-20).
  if (client.status !== 'approved') discardCode(deps, form.get('code'))
  return assertApproved(client)
}

/** The form of a token or introspection request, read from the body only. Throws a Refusal. */
export async function readForm(
  request: Request,
  check: 'token.params' | 'introspect.params',
  parameters: readonly string[],
): Promise<Params> {
  const refuse = (expected: string, status = 400) => new Refusal(check, 'invalid_request', expected, { status })
  const query = queryParams(request)
  if (parameters.some((name) => query.has(name))) throw refuse('parameters must be in the body, none in the URL.')
  const form = await formParams(request)
  if (form === 'content-type') throw refuse('Content-Type must be application/x-www-form-urlencoded.')
  if (form === 'too-large') throw refuse('the body must have at most 64 KB.', 413)
  const repeated = parameters.find((name) => form.repeated.has(name))
  if (repeated) throw refuse(`${repeated} must be sent once.`)
  return form
}
