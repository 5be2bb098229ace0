// POST /api/launches: composes a launch for tests without a browser. Allowed for administrators, and by
// client_assertion for approved platforms, which may vouch for any person anyway. All others are refused, in the demo
// too.

import { z } from 'zod'
import type { AuditedEvent } from '#lib/audit/audit.ts'
import { SECOND } from '#lib/clock.ts'
import { bearerChallenge, isBearerRequest } from '#lib/http/bearer-request.ts'
import { faultOf } from '#lib/http/json-api.ts'
import { isOfType, type Params, parseParams, requestBody } from '#lib/http/params.ts'
import { rateLimitHeaders } from '#lib/http/rate-limit.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { NO_STORE, respondJson } from '#lib/http/respond.ts'
import { isSameOrigin } from '#lib/http/same-origin.ts'
import { parsedJson } from '#lib/json.ts'
import { FAILURES } from '#lib/launch/failures.ts'
import { signsLaunches } from '#lib/oauth/client-kind.ts'
import { OAuthError, oauthErrorJson } from '#lib/oauth/oauth-error.ts'
import type { PortalDeps } from '../deps.ts'
import { isFault, PortalFailure } from '../failure.ts'
import type { PortalFhir } from '../fhir.ts'
import { failureText } from '../texts.ts'
import { claimsOf } from './claims-of-task.ts'
import { type Composed, compose, readComposition } from './compose.ts'
import type { LaunchingToken } from './store.ts'

const PROOF = { client_assertion: z.string().optional(), client_assertion_type: z.string().optional() }
const body = z.looseObject(PROOF)

export const launches =
  (deps: PortalDeps, fhir: PortalFhir) =>
  async (request: Request): Promise<Response> => {
    const recorder = deps.tracing.begin('portal.launch', request)
    try {
      const body = await recorder.precheck('portal.task', () => readRequest(request))
      const { client_assertion, client_assertion_type, ...asked } = body
      const token = await recorder.check('portal.person', () =>
        assertCaller(deps, request, { client_assertion, client_assertion_type }),
      )
      const composition = await recorder.precheck('portal.task', async () =>
        readComposition(await withClaims(fhir, asked)),
      )
      const made = await compose(deps, fhir, composition, { recorder })
      if (token) deps.audit.record(signedByToken(deps, request, token, made))
      return recorder.end(respondJson(201, shown(deps, made), NO_STORE))
    } catch (error) {
      return recorder.end(refused(deps, request, error), error)
    }
  }

/**
 * Replaces `as` and `task` by the claims that the portal itself would sign for that person and task. Throws OAuthError.
 */
async function withClaims(fhir: PortalFhir, asked: Readonly<Record<string, unknown>>): Promise<object> {
  const { as, task, ...composition } = asked
  if (as === undefined && task === undefined) return composition
  if (composition['claims'] !== undefined)
    throw new OAuthError('invalid_request', 'give claims, or as and task in their place.')
  return { ...composition, claims: await claimsOf(fhir, { as, task, app: composition['app'] }) }
}

async function readRequest(request: Request): Promise<z.infer<typeof body>> {
  if (!isOfType(request, 'application/json'))
    throw new OAuthError('invalid_request', 'Content-Type must be application/json, in UTF-8.')
  const text = await requestBody(request)
  if (text === undefined) throw new OAuthError('invalid_request', 'the body must be at most 64 KB.', { status: 413 })
  const parsed = body.safeParse(parsedJson(text))
  if (!parsed.success) throw new OAuthError('invalid_request', 'the body must be a JSON object.')
  return parsed.data
}

/**
 * Accepts an administrator's token, an administrator on one of our pages, or a platform that authenticates for exactly
 * this address. Returns the token if it was one. Throws OAuthError.
 */
async function assertCaller(
  { compose: ports, publicUrl }: PortalDeps,
  request: Request,
  proof: object,
): Promise<LaunchingToken | undefined> {
  if (isBearerRequest(request)) return assertToken(ports, request)
  if (isSameOrigin(request, publicUrl) && (await ports.isAdmin(request))) return undefined
  if (!signsLaunches(await ports.client(request, formOf(proof), `${publicUrl}/api/launches`)))
    throw new OAuthError('unauthorized_client', 'the client must be registered to launch: kind platform or both.', {
      status: 403,
    })
  return undefined
}

/** Checks that the token may sign launches, within its rate limit. Throws OAuthError. */
async function assertToken({ bearer, countBearer }: PortalDeps['compose'], request: Request): Promise<LaunchingToken> {
  const exceeded = await countBearer(request)
  if (exceeded)
    throw new OAuthError('temporarily_unavailable', 'too many launches: wait as long as Retry-After says.', {
      status: 429,
      headers: rateLimitHeaders(exceeded),
    })
  const token = await bearer(request)
  if (!token)
    throw new OAuthError('access_denied', 'the token is unknown, has expired or was revoked.', {
      status: 401,
      headers: bearerChallenge('invalid_token'),
    })
  if (!token.may)
    throw new OAuthError('access_denied', 'the token may not sign launches: make one that may.', {
      status: 403,
      headers: bearerChallenge('insufficient_scope', 'launch'),
    })
  return token
}

/** With the token, its holder can open any task, so the log records who had a launch signed with it. */
const signedByToken = (
  { clientId: platform }: PortalDeps,
  request: Request,
  { name, username }: LaunchingToken,
  { app, jti, composition: { claims } }: Composed,
): AuditedEvent => ({
  name: 'token',
  request,
  person: { username },
  description: 'token: the portal signed a launch, asked by a token of an administrator',
  client: app.clientId,
  platform,
  launch: { traceId: jti, sub: textOf(claims['sub']), resource: textOf(claims['resource']) },
  token: { kind: 'launch' },
  thing: { kind: 'token', name, fields: [] },
})

const textOf = (claim: unknown): string | undefined => (typeof claim === 'string' ? claim : undefined)

const formOf = (proof: object): Params =>
  parseParams(new URLSearchParams(Object.entries(proof).filter(([, value]) => value !== undefined)).toString())

/** The answer: address and form fields for the delivery, and the complete URL for a delivery by GET. */
function shown(
  { clientId: platform }: PortalDeps,
  { app, token, jti, exp, fields, composition }: Awaited<ReturnType<typeof compose>>,
) {
  const { fail, delivery } = composition
  return {
    trace_id: jti,
    platform,
    client_id: app.clientId,
    task: textOf(composition.claims['resource']),
    method: delivery === 'get' ? 'GET' : 'POST',
    launch_url: app.launchUrl,
    fields,
    launch_token: token,
    expires_at: new Date(exp * SECOND).toISOString(),
    ...(fail ? { fail, check: FAILURES[fail].check } : {}),
  }
}

function refused({ log, publicUrl }: PortalDeps, request: Request, error: unknown): Response {
  if (error instanceof OAuthError) return oauthErrorJson(error, publicUrl, { pages: `${publicUrl}/docs/errors` })
  const failure = error instanceof PortalFailure ? error : new PortalFailure(faultOf(error), { cause: error })
  if (isFault(failure.failure))
    log.error({ requestId: requestIdOf(request), cause: String(error) }, 'A launch could not be composed')
  const code = failure.status >= 500 ? 'server_error' : 'invalid_request'
  const description = failureText('en', failure, publicUrl)
  return oauthErrorJson(new OAuthError(code, description, { status: failure.status }), publicUrl)
}
