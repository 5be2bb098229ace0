// Wraps the JSON endpoints (token, introspect): errors follow RFC 6749 §5.2, answers are not cacheable, and details of
// our own faults stay in the log.
import { causeOf } from '#lib/cause.ts'
import type { StepName } from '#lib/checks/steps.ts'
import type { Handler } from '#lib/http/handler.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { respond } from '#lib/http/respond.ts'
import { whenDurable } from '#lib/http/when-durable.ts'
import type { Log } from '#lib/log.ts'
import { type OAuthError, oauthErrorJson, oauthMethodNotAllowed, ownFault } from '#lib/oauth/oauth-error.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import { turnedDown } from './audited.ts'
import type { OauthDeps } from './deps.ts'
import { Refusal } from './refusal.ts'
import type { Grant } from './store.ts'

const ALLOW = 'POST, OPTIONS'

type EndpointDeps = Pick<OauthDeps, 'issuer' | 'log' | 'errorPages' | 'stores' | 'tracing' | 'tracePages' | 'audit'>

/** Answers a request with its recorder. */
export type TracedHandler = (request: Request, recorder: StepRecorder) => Promise<Response>

/** A handler for POST that turns thrown errors into OAuth errors. All clients are confidential, so there is no CORS. */
export const jsonEndpoint =
  (deps: EndpointDeps, step: StepName & ('token' | 'introspect'), handler: TracedHandler): Handler =>
  async (request) => {
    if (request.method === 'OPTIONS') return respond(204, null, { allow: ALLOW })
    if (request.method !== 'POST') return oauthMethodNotAllowed(ALLOW, deps.errorPages)
    const recorder = deps.tracing.begin(step, request)
    try {
      return recorder.end(
        await whenDurable(deps.stores, () => recorded(deps, step, request, handler(request, recorder))),
      )
    } catch (error) {
      const refusal = asOAuthError(error, request, deps.log)
      return recorder.end(oauthErrorJson(refusal, deps.issuer, explainedAt(deps, recorder)), error)
    }
  }

/** Runs a handler; a refusal is recorded before it is answered. */
async function recorded(
  { audit }: Pick<EndpointDeps, 'audit'>,
  step: 'token' | 'introspect',
  request: Request,
  handling: Promise<Response>,
): Promise<Response> {
  try {
    return await handling
  } catch (error) {
    audit.record(turnedDown(step === 'token' ? 'token' : 'introspection', request, error))
    throw error
  }
}

/** The pages about an error: the one for its kind, and the one of its trace if people may see traces. */
export function explainedAt(
  { errorPages, tracePages }: Pick<OauthDeps, 'errorPages' | 'tracePages'>,
  recorder: StepRecorder,
) {
  const id = recorder.id(true)
  return { pages: errorPages, ...(id === undefined ? {} : { trace: { id, pages: tracePages } }) }
}

/** Assigns a request to the launch of its transaction or grant, if there is one. */
export function noteLaunch(recorder: StepRecorder, { clientId, launch }: Pick<Grant, 'clientId' | 'launch'>): void {
  if (launch) recorder.launch(launch.platform, launch.traceId)
  recorder.subject({ clientId, sub: launch?.sub, task: launch?.resource })
}

const OWN_FAULT = {
  busy: 'The server is busy. Try again in a few seconds.',
  failed: 'The server could not complete the request.',
}

/** The error as a client may see it. Anything but a refusal of ours is logged and becomes a neutral sentence. */
export function asOAuthError(error: unknown, request: Request, log: Log): OAuthError {
  if (error instanceof Refusal) return error // The recorder already logs it.
  log.error({ requestId: requestIdOf(request), cause: causeOf(error) }, 'the authorization server failed')
  return ownFault(error, OWN_FAULT)
}
