// Wraps the portal's endpoints: JSON for its React page, plain pages for its forms, a neutral sentence for unexpected errors.
import { messageOf } from '#lib/cause.ts'
import { html } from '#lib/html/html.ts'
import { respondPage } from '#lib/html/page.ts'
import type { Handler } from '#lib/http/handler.ts'
import { faultOf, type JsonApi, jsonHandler } from '#lib/http/json-api.ts'
import { requestIdOf } from '#lib/http/request-id.ts'
import { languageOf } from '#lib/i18n/language.ts'
import type { StepRecorder } from '#lib/trace/trace.ts'
import type { PortalDeps } from './deps.ts'
import { isFault, PortalFailure } from './failure.ts'
import { failureText, TEXTS } from './texts.ts'

type Deps = Pick<PortalDeps, 'log' | 'publicUrl'>
type TracedDeps = Deps & Pick<PortalDeps, 'tracing' | 'compose'>

/** A handler whose result is sent as JSON, uncacheable because it is about a person. */
export const asJson = (deps: Deps, answer: (request: Request) => Promise<object>): Handler =>
  jsonHandler(portalApi(deps), (request) =>
    answer(request).catch((error: unknown) => {
      throw known(deps, request, error)
    }),
  )

const portalApi = ({ log, publicUrl }: Deps): JsonApi => ({
  log,
  failed: 'The portal failed by a fault of its own',
  text: (language, failure) =>
    failureText(language, failure instanceof PortalFailure ? failure.failure : 'unexpected', publicUrl),
  fault: (failure) => new PortalFailure(failure),
  logsMessages: true,
})

/** A handler for a form; a failure is shown as a page with the remedy. */
export const asPage =
  (deps: Deps, answer: (request: Request) => Promise<Response>): Handler =>
  async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      return failurePage(deps, request, known(deps, request, error))
    }
  }

/** Like asPage, for a form that starts a launch: the outcome is recorded in a trace. */
export const asTracedPage =
  (deps: TracedDeps, answer: (request: Request, recorder: StepRecorder) => Promise<Response>): Handler =>
  async (request) => {
    const recorder = deps.tracing.begin('portal.launch', request)
    try {
      return recorder.end(await answer(request, recorder))
    } catch (error) {
      const trace = await traceFor(deps, request, recorder)
      return recorder.end(failurePage(deps, request, known(deps, request, error), trace), error)
    }
  }

/** The trace of a refusal. Shown to administrators only, because a refused request proves no identity. */
async function traceFor(
  { compose }: TracedDeps,
  request: Request,
  recorder: StepRecorder,
): Promise<string | undefined> {
  const id = recorder.id(true)
  return id !== undefined && (await compose.isAdmin(request).catch(() => false)) ? id : undefined
}

function failurePage(
  { publicUrl }: Deps,
  request: Request,
  { failure, status, headers }: PortalFailure,
  trace?: string,
): Response {
  const language = languageOf(request)
  const texts = TEXTS[language]
  return respondPage({
    language,
    title: texts.failed,
    actor: 'portal',
    status,
    headers,
    formAction: [],
    body: html`<h1>${texts.failed}</h1>
<p role="alert">${failureText(language, failure, publicUrl)}</p>
${trace === undefined ? html`` : html`<p><a href="${publicUrl}/traces/${trace}">${texts.trace}</a></p>`}
<p><a class="button" href="${publicUrl}/portal">${texts.back}</a></p>`,
  })
}

/** The failure to show. Unexpected errors are logged and become a neutral sentence. */
function known({ log }: Deps, request: Request, error: unknown): PortalFailure {
  const failure = error instanceof PortalFailure ? error : new PortalFailure(faultOf(error), { cause: error })
  const cause = failure.cause === undefined ? {} : { cause: messageOf(failure.cause) }
  const facts = { requestId: requestIdOf(request), failure: failure.failure, ...cause }
  if (isFault(failure.failure)) log.error(facts, 'The portal failed by a fault of its own')
  else log.info(facts, 'The portal did not do what was asked')
  return failure
}
