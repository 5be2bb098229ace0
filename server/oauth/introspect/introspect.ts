// Token introspection (RFC 7662, SMART App Launch 2.2 "Token Introspection"): read-only; consumes nothing.
import { numericDate } from '#lib/clock.ts'
import { sha256 } from '#lib/crypto/hash.ts'
import type { Handler } from '#lib/http/handler.ts'
import type { Params } from '#lib/http/params.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isBeforeApproval } from '#lib/oauth/approval.ts'
import { NO_RECORDER } from '#lib/trace/trace.ts'
import { introspected } from '../audited.ts'
import { verifyLaunchToken } from '../authorize/checks.ts'
import { isStillValid } from '../authorize/launch-still-valid.ts'
import type { ClientAuthentication } from '../clients/client-assertion.ts'
import type { ClientKeys } from '../clients/client-keys.ts'
import type { OauthDeps, Traced } from '../deps.ts'
import { jsonEndpoint } from '../endpoint.ts'
import { namesIn, readForm } from '../form.ts'
import { concerning, Refusal } from '../refusal.ts'
import type { Client, LaunchContext } from '../store.ts'
import type { AccessTokenClaims, VerifyAccessToken } from '../token/access-token.ts'
import { assertRate } from '../token/rate.ts'
import { formFacts } from '../token/request-facts.ts'

export type IntrospectDeps = OauthDeps & {
  readonly clientAuthentication: ClientAuthentication
  readonly clientKeys: ClientKeys
  readonly verifyAccessToken: VerifyAccessToken
}

const PARAMETERS = [
  'token',
  'token_type_hint',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
]

type Answer = Readonly<Record<string, unknown>>

/** The answer for every token that is invalid, or about which the caller may know nothing (RFC 7662 §2.2). */
const INACTIVE: Answer = { active: false }

/** A valid token about which the caller may know. */
interface Found {
  readonly kind: 'access token' | 'no-op token' | 'launch token'
  readonly answer: Answer
  readonly launch?: Pick<LaunchContext, 'traceId'> | undefined
}

export function introspect(deps: IntrospectDeps): Handler {
  const { inactive } = deps.limits
  return jsonEndpoint(deps, 'introspect', async (request, recorder) => {
    const { form, caller } = await authenticatedRequest({ ...deps, recorder }, request)
    return concerning({ client: caller.clientId }, async () => {
      await recorder.precheck('introspect.rate', () =>
        assertRate('introspect.rate', deps.limits.introspect.client, caller.clientId),
      )
      const token = recorder.precheck('introspect.params', () => requiredToken(form))
      await recorder.check('introspect.rate', () => assertNotScanning(inactive, caller))
      const found = await findActive(deps, token, caller)
      if (!found) await inactive?.count(caller.clientId)
      deps.audit.record(introspected(request, caller, found))
      return respondJson(200, found?.answer ?? INACTIVE, NO_STORE)
    })
  })
}

/** The form of an authenticated client. Unauthenticated requests count against their address. */
async function authenticatedRequest(deps: IntrospectDeps & Traced, request: Request) {
  const { recorder } = deps
  try {
    const form = await recorder.check('introspect.params', () => readForm(request, 'introspect.params', PARAMETERS))
    recorder.sent(formFacts(form))
    const caller = await recorder.check('token.client_assertion', () => authenticate(deps, request, form))
    recorder.client(caller.clientId)
    return { form, caller }
  } catch (error) {
    await assertRate('introspect.rate', deps.limits.introspect.address, deps.clientAddress(request))
    throw error
  }
}

function requiredToken(form: Params): string {
  const token = form.get('token')
  if (!token) throw new Refusal('introspect.params', 'invalid_request', 'token is required.').comparing(namesIn(form))
  return token
}

/** By client assertion, or by an access token for the FHIR API (conformance INT-05). */
async function authenticate(deps: IntrospectDeps, request: Request, form: Params): Promise<Client> {
  const { endpoints, issuer, clientAuthentication } = deps
  const bearer = /^Bearer +([^\s,]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!bearer || form.has('client_assertion'))
    return clientAuthentication.authenticate(request, form, [endpoints.token, issuer, endpoints.introspect])
  const claims = await currentAccessToken(deps, bearer)
  const client = claims && (await deps.stores.clients.find(claims.client_id))
  if (client) return client
  throw new Refusal(
    'token.client_assertion',
    'invalid_client',
    'the bearer token must be a current access token of this server.',
  )
}

/** Protection against token scanning (RFC 7662 §4, conformance INT-12). */
async function assertNotScanning(inactive: IntrospectDeps['limits']['inactive'], { clientId }: Client): Promise<void> {
  const wait = await inactive?.wait(clientId)
  if (wait !== undefined)
    throw new Refusal('introspect.rate', 'temporarily_unavailable', 'too many inactive tokens; wait a minute.', {
      status: 429,
      headers: { 'retry-after': String(wait) },
    })
}

async function findActive(deps: IntrospectDeps, token: string, caller: Client): Promise<Found | undefined> {
  return (
    (await findNoopToken(deps, token, caller)) ??
    (await findAccessToken(deps, token)) ??
    (await findLaunch(deps, token, caller))
  )
}

/** The claims of an access token whose client is approved, and was when it got the token. */
async function currentAccessToken(deps: IntrospectDeps, token: string): Promise<AccessTokenClaims | undefined> {
  const claims = await deps.verifyAccessToken(token)
  const since = claims && (await deps.stores.clients.approvedSince(claims.client_id))
  return claims && since !== undefined && !isBeforeApproval(claims, since, deps.clock()) ? claims : undefined
}

/** Every approved client may introspect access tokens: resource servers need it. */
async function findAccessToken(deps: IntrospectDeps, token: string): Promise<Found | undefined> {
  const claims = await currentAccessToken(deps, token)
  if (!claims) return undefined
  const { scope, client_id, exp, iat, iss, sub, aud, jti } = claims
  const answer = { active: true, scope, client_id, token_type: 'Bearer', exp, iat, iss, sub, aud, jti }
  return { kind: 'access token', answer }
}

/**
 * A no-op token is about a person. Only its own app may introspect it, and only while everything that its launch
 * depends on exists.
 */
async function findNoopToken(deps: IntrospectDeps, token: string, caller: Client): Promise<Found | undefined> {
  const { clientId } = caller
  const found = await deps.stores.noopTokens.find(sha256(token), deps.clock())
  if (found?.grant.clientId !== clientId || !(await isStillValid(deps, found.grant, caller))) return undefined
  const { grant, issuedAt, expiresAt } = found
  const answer = {
    active: true,
    scope: grant.scope,
    client_id: clientId,
    token_type: 'Bearer',
    exp: numericDate(expiresAt),
    iat: numericDate(issuedAt),
    iss: deps.issuer,
    ...deps.profile.context(grant, deps.fhirBases.canonical),
  }
  return { kind: 'no-op token', answer, launch: grant.launch }
}

/**
 * A launch token is active for the app that it launches, and returns its claims, whether used or not (conformance
 * INT-09, LTK-14).
 */
async function findLaunch(deps: IntrospectDeps, token: string, caller: Client): Promise<Found | undefined> {
  try {
    const { launch, iat, exp } = await verifyLaunchToken({ ...deps, recorder: NO_RECORDER }, token, caller)
    const { platform, traceId: jti, ...claims } = launch
    const answer = { active: true, iss: platform, aud: `Device/${caller.clientId}`, jti, iat, exp, ...claims }
    return { kind: 'launch token', answer, launch: { traceId: jti } }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
