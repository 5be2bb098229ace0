// The token endpoint (RFC 6749 §3.2): authenticates the client, then runs the grant. Each of the two grants has its own
// file.

import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Params } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { receivesLaunches } from '#lib/oauth/client-kind.ts'
import { assertApproved, assertionFacts, type ClientAuthentication } from '../clients/client-assertion.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { jsonEndpoint, noteLaunch } from '../endpoint.ts'
import { namesIn, readForm } from '../form.ts'
import { concerning, Refusal } from '../refusal.ts'
import type { Client } from '../store.ts'
import { authorizationCodeGrant, discardCode } from './authorization-code-grant.ts'
import { clientCredentialsGrant } from './client-credentials-grant.ts'
import { assertRate } from './rate.ts'
import { formFacts } from './request-facts.ts'

export type TokenDeps = OauthDeps & { readonly clientAuthentication: ClientAuthentication }

type Deps = TokenDeps & Traced

type GrantHandler = (
  deps: Deps,
  client: Client,
  form: Params,
  request: Request,
) => Promise<Readonly<Record<string, unknown>>>

const GRANTS: ReadonlyMap<string, GrantHandler> = new Map([
  ['authorization_code', authorizationCodeGrant],
  ['client_credentials', clientCredentialsGrant],
])

export const GRANT_TYPES: readonly string[] = [...GRANTS.keys()]

/** Parameters with a meaning at this endpoint. None of them may repeat or come in the query. */
const KNOWN = ['grant_type', 'code', 'redirect_uri', 'code_verifier', 'scope', 'resource', 'client_id', 'client_secret']
const PARAMETERS: readonly string[] = [...KNOWN, 'client_assertion', 'client_assertion_type', 'refresh_token']

export const token = (deps: TokenDeps): Handler =>
  jsonEndpoint(deps, 'token', async (request, recorder) => {
    const traced = { ...deps, recorder }
    const { client, form, grantType } = await authenticatedRequest(traced, request)
    return concerning({ client: client.clientId }, async () => {
      await recorder.check('token.rate', () => assertRate('token.rate', deps.limits.token.client, client.clientId))
      const grant = assertGrant(traced, client, grantType)
      const answer = await grant(traced, client, form, request)
      recorder.answered(answer)
      return respondJson(200, answer, NO_STORE)
    })
  })

/** The handler of a grant type, if this kind of client may use it. */
function assertGrant({ recorder }: Traced, client: Client, grantType: string): GrantHandler {
  return recorder.check(
    'token.grant_type',
    () => {
      const grant = GRANTS.get(grantType)
      if (!grant)
        throw new Refusal(
          'token.grant_type',
          'unsupported_grant_type',
          `grant_type must be ${GRANT_TYPES.join(' or ')}.`,
        )
      if (grant === authorizationCodeGrant && !receivesLaunches(client))
        throw new Refusal(
          'token.grant_type',
          'unauthorized_client',
          'the client must be registered to receive launches.',
        )
      return grant
    },
    () => ({ expected: { grant_type: GRANT_TYPES }, received: { grant_type: grantType } }),
  )
}

/** The form of an authenticated client. Unauthenticated requests count against their address. */
async function authenticatedRequest(deps: Deps, request: Request) {
  const { recorder } = deps
  try {
    const { form, grantType } = await recorder.check('token.params', () => readTokenForm(request))
    await noteRequest(deps, form, grantType)
    const client = await recorder.check(
      'token.client_assertion',
      () => authenticate(deps, request, form),
      () => ({
        expected: { aud: [deps.endpoints.token, deps.issuer] },
        received: assertionFacts(form.get('client_assertion')),
      }),
    )
    recorder.client(client.clientId)
    return { form, grantType, client }
  } catch (error) {
    await assertRate('token.rate', deps.limits.token.address, deps.clientAddress(request))
    throw error
  }
}

async function readTokenForm(request: Request) {
  const form = await readForm(request, 'token.params', PARAMETERS)
  const grantType = form.get('grant_type')
  if (!grantType)
    throw new Refusal('token.params', 'invalid_request', 'grant_type is required.').comparing(namesIn(form))
  return { form, grantType }
}

/** Facts for the trace before authentication: only an issued code tells which launch the request belongs to. */
async function noteRequest({ recorder, stores }: Deps, form: Params, grantType: string): Promise<void> {
  recorder.sent(formFacts(form))
  if (grantType === 'client_credentials') recorder.step('token.client_credentials')
  if (grantType !== 'authorization_code') return
  recorder.step('token.authorization_code')
  const code = form.get('code')
  const grant = code ? await stores.codes.peek(sha256(code)) : undefined
  if (!grant) return
  noteLaunch(recorder, grant)
}

async function authenticate({ clientAuthentication, ...deps }: TokenDeps, request: Request, form: Params) {
  const client = await clientAuthentication.prove(request, form, [deps.endpoints.token, deps.issuer])
  // A code presented by a disabled client is used up, so that it stays invalid when the client is enabled again
  // (conformance ACG-20).
  if (client.status !== 'approved') await discardCode(deps, form.get('code'))
  return assertApproved(client)
}

/** Authenticates a client for another endpoint of the domain, under the same limits. Throws a Refusal. */
export const authenticateClient =
  (deps: TokenDeps) =>
  async (request: Request, form: Params, audience: string): Promise<Client> => {
    try {
      const client = await deps.clientAuthentication.authenticate(request, form, [audience])
      await assertRate('token.rate', deps.limits.token.client, client.clientId)
      return client
    } catch (error) {
      await assertRate('token.rate', deps.limits.token.address, deps.clientAddress(request))
      throw error
    }
  }
