// Wraps every endpoint of the identity provider: allowed methods, refusals as pages, and errors without internals.

import { causeOf } from '#lib/cause.ts'
import type { StepName } from '#lib/checks/steps.ts'
import { isReading } from '#lib/http/allow.ts'
import type { Handler } from '#lib/http/handler.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { respond } from '#lib/http/respond.ts'
import { whenDurable } from '#lib/http/when-durable.ts'
import { languageOf } from '#lib/i18n/language.ts'
import { StorageUnavailable, TRY_AGAIN } from '#lib/storage-unavailable.ts'
import { NO_RECORDER, type StepRecorder } from '#lib/trace/trace.ts'
import type { IdpDeps } from './deps.ts'
import { Refusal } from './refusal.ts'
import { refusalPage } from './refusal-page.ts'

type TracedHandler = (request: Request, recorder: StepRecorder) => Response | Promise<Response>

type Methods = Readonly<Partial<Record<'get' | 'post', TracedHandler>>>

/**
 * A handler for the given methods (HEAD counts as GET) that turns thrown errors into answers. `step` is the launch step
 * that the endpoint performs, if any.
 */
export const endpoint =
  (deps: IdpDeps, methods: Methods, step?: StepName): Handler =>
  async (request) => {
    const allow = [...(methods.get ? ['GET', 'HEAD'] : []), ...(methods.post ? ['POST'] : []), 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return respond(204, null, { allow })
    const handler = request.method === 'POST' ? methods.post : isReading(request) ? methods.get : undefined
    const recorder = step === undefined ? NO_RECORDER : deps.tracing.begin(step, request)
    try {
      if (!handler) throw new Refusal('method', { headers: { allow } })
      return recorder.end(await whenDurable(deps.stores, () => handler(request, recorder)))
    } catch (error) {
      return recorder.end(refused(deps, request, error), error)
    }
  }

function refused({ log, random, publicUrl }: IdpDeps, request: Request, error: unknown): Response {
  const refusal = asRefusal(error)
  const reference = random.token(6) // Enough to find the line in the log.
  const facts = { event: 'idp.refused', reason: refusal.reason, reference, requestId: requestIdOf(request) }
  if (refusal.reason === 'broken') log.error({ ...facts, cause: causeOf(refusal.cause) }, 'page failed')
  else log.warn(facts, 'page refused')
  return refusalPage(languageOf(request), refusal, { reference, publicUrl })
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StorageUnavailable)
    return new Refusal(error.isFull ? 'full' : 'unavailable', { cause: error, headers: TRY_AGAIN })
  return new Refusal('broken', { cause: error })
}
